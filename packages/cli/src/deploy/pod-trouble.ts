import type { DeepReadonly } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { events, type Pod, pods } from '@kb/kubernetes/core/v1';

/** How many lines of a container's log explain why it ended. */
const LOG_LINES = 10;

/** Reasons of a waiting container that pass by themselves. */
const passing = new Set(['ContainerCreating', 'PodInitializing']);

/**
 * Says why the Pods with these labels do not start: a line for each cause, none while nothing is wrong. Asks for the
 * end of the log of containers that crash.
 */
export async function podTroubles(client: Client, namespace: string, labelSelector: string): Promise<string[]> {
  const { items } = await client.list(pods, { namespace, labelSelector });
  const lines = await Promise.all(items.map(async (pod) => troubleOf(client, pod)));
  return [...new Set(lines.flat())];
}

/** Says why no Pod can be created: the last warning about the ReplicaSets of a Deployment. */
export async function creationTrouble(client: Client, namespace: string, deployment: string): Promise<string[]> {
  const { items } = await client.list(events, {
    namespace,
    fieldSelector: 'involvedObject.kind=ReplicaSet,type=Warning',
  });
  const ofDeployment = items.filter(({ involvedObject }) => involvedObject.name?.startsWith(`${deployment}-`));
  return [...new Set(ofDeployment.map(({ reason, message }) => `${reason ?? 'Warning'}: ${message ?? ''}`))].slice(-1);
}

async function troubleOf(client: Client, pod: DeepReadonly<Pod>): Promise<string[]> {
  const { name, namespace = '' } = pod.metadata;
  const status = pod.status ?? {};
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return [`Pod ${name} is not scheduled: ${scheduled.message ?? scheduled.reason}`];
  const lines: string[] = [];
  for (const container of [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]) {
    const { waiting, terminated } = container.state ?? {};
    const ended = terminated ?? container.lastState?.terminated;
    if (waiting !== undefined && !passing.has(waiting.reason ?? '')) {
      const why = [waiting.reason, waiting.message].filter(Boolean).join(': ');
      lines.push(`Pod ${name}, container ${container.name}, image ${container.image}: ${why}`);
    }
    if (ended !== undefined && ended.exitCode !== 0) {
      lines.push(`Pod ${name}, container ${container.name} ended with exit code ${ended.exitCode}`);
      const previous = terminated === undefined;
      lines.push(...(await lastLines(client, { namespace, name }, container.name, previous)));
    }
  }
  return lines;
}

async function lastLines(
  client: Client,
  key: { readonly namespace: string; readonly name: string },
  container: string,
  previous: boolean,
): Promise<string[]> {
  const lines: string[] = [];
  try {
    for await (const line of client.logs(key, { container, previous, tailLines: LOG_LINES })) lines.push(`  | ${line}`);
  } catch {
    // Without its log, the exit code has to do.
  }
  return lines;
}
