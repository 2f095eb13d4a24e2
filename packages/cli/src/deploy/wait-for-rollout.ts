import { type Clock, type DeepReadonly, isNotFound } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { type Deployment, deployments } from '@kb/kubernetes/apps/v1';
import { CliError } from '../cli-error.ts';
import { creationTrouble, podTroubles } from './pod-trouble.ts';

/** The time between two looks, in milliseconds. */
const INTERVAL = 500;

/** Options of {@link waitForRollout}. */
export interface RolloutOptions {
  readonly clock: Clock;
  /** The time that the rollout may take, in milliseconds. */
  readonly timeout: number;
  /** Called with every new state of the rollout, and with what hinders it, once each. */
  readonly say: (line: string) => void;
}

/**
 * Waits until all Pods of a Deployment are those of its current template, and available. Says meanwhile how it goes and
 * why Pods do not start. Throws a CliError with these reasons after the timeout, or when the Deployment gives up.
 */
export async function waitForRollout(
  client: Client,
  key: { readonly namespace: string; readonly name: string },
  { clock, timeout, say }: RolloutOptions,
): Promise<void> {
  const what = `Deployment ${key.namespace}/${key.name}`;
  const deadline = clock.now() + timeout;
  const said = new Set<string>();
  const sayOnce = (line: string): void => {
    if (said.has(line)) return;
    said.add(line);
    say(line);
  };
  for (;;) {
    const deployment = await client.get(deployments, key).catch((error: unknown) => {
      if (isNotFound(error)) throw new CliError('KB_ROLLOUT_FAILED', `${what} was deleted`, { cause: error });
      throw error;
    });
    const state = rolloutState(deployment);
    sayOnce(`${what}: ${state.text}`);
    if (state.isDone) return;
    const troubles = await troublesOf(client, deployment);
    for (const line of troubles) sayOnce(line);
    const failed = deployment.status?.conditions?.find(({ reason }) => reason === 'ProgressDeadlineExceeded');
    if (failed !== undefined || clock.now() >= deadline) {
      const why = troubles.length > 0 ? troubles.join('\n') : (failed?.message ?? state.text);
      const when = failed === undefined ? ` within ${timeout / 1000} s` : '';
      throw new CliError('KB_ROLLOUT_FAILED', `${what} did not become available${when}\n${why}`, {
        hint: `Everything was applied. "kubectl describe pods -n ${key.namespace}" says more.`,
      });
    }
    await clock.sleep(INTERVAL);
  }
}

/** How far a rollout is, in the order in which `kubectl rollout status` looks. */
function rolloutState({ metadata, spec, status = {} }: DeepReadonly<Deployment>): { text: string; isDone: boolean } {
  const wanted = spec?.replicas ?? 1;
  const { updatedReplicas: updated = 0, replicas = 0, availableReplicas: available = 0 } = status;
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    return { text: 'waits for the controller of Deployments', isDone: false };
  }
  if (updated < wanted) return { text: `${updated} of ${wanted} Pods are new`, isDone: false };
  if (replicas > updated) return { text: `${replicas - updated} old Pods are ending`, isDone: false };
  if (available < updated) return { text: `${available} of ${updated} Pods are available`, isDone: false };
  return { text: `${available} of ${wanted} Pods are available`, isDone: true };
}

async function troublesOf(client: Client, { metadata, spec, status }: DeepReadonly<Deployment>): Promise<string[]> {
  const { name, namespace = '' } = metadata;
  const labels = Object.entries(spec?.selector.matchLabels ?? {});
  const ofPods = await podTroubles(client, namespace, labels.map(([label, value]) => `${label}=${value}`).join(','));
  const refused = status?.conditions?.some(({ type, status: is }) => type === 'ReplicaFailure' && is === 'True');
  return refused === true ? [...ofPods, ...(await creationTrouble(client, namespace, name))] : ofPods;
}
