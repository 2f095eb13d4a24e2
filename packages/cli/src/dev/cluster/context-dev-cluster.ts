import { operatorNamespace } from '@kb/codegen';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { isForbidden, isNotFound, type Transport } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type Client, createClient, createRestMapper, createTransport, loadKubeConfig, systemClock } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { namespaces } from '@kb/kubernetes/core/v1';
import { type Manifest, readProjectCrds } from '../../manifests/manifests.ts';
import type { OpenProject } from '../../open-project.ts';
import { removeAtExit } from '../../process/remove-at-exit.ts';
import { type PreparedWebhooks, prepareWebhooks } from '../../webhooks/prepare-webhooks.ts';
import type { WebhookReach } from '../../webhooks/webhook-reach.ts';
import type { Tell } from '../events/dev-event.ts';
import type { DevCluster } from './dev-cluster.ts';
import { installManifests } from './install-manifests.ts';

/** Which cluster, and how it reaches this machine. */
export interface ContextDevOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the kubeconfig's current one. */
  readonly context: string | undefined;
  /** Default: kubectl's. */
  readonly kubeconfig: string | undefined;
  /** Where the cluster reaches the operator's webhooks. Default: it does not. */
  readonly reach: WebhookReach | undefined;
}

/**
 * Connects to the cluster of a context, as its user. What {@link DevCluster.prepare} returns has the address of this
 * machine in place of Services; its webhook configurations have names of their own, and are removed at the end. The
 * signal ends all requests, and their connections, except those that remove.
 */
export async function connectDevCluster(
  opened: OpenProject,
  options: ContextDevOptions,
  { tell, signal }: { readonly tell: Tell; readonly signal: AbortSignal },
): Promise<DevCluster> {
  const { project } = opened;
  const { env, cwd, context, reach } = options;
  const kubeconfig = options.kubeconfig === undefined ? undefined : path.resolve(cwd, options.kubeconfig);
  const access = await loadKubeConfig({
    env,
    ...(kubeconfig !== undefined && { path: kubeconfig }),
    ...(context !== undefined && { context }),
  });
  const transport = createTransport(access);
  const onWarning = (text: string): void => tell({ event: 'notice', label: 'Warning', text });
  const clientOf = (of: Transport): Client =>
    createClient({ transport: of, clock: systemClock, fieldManager: 'kb', onWarning });
  const client = clientOf(transport);
  const close = (): void => void transport.close();
  signal.addEventListener('abort', close, { once: true });
  const operator = operatorKubeconfig(kubeconfig ?? env['KUBECONFIG'] ?? defaultKubeconfig(env), context);
  let webhooks: PreparedWebhooks | undefined;
  const configured = new Map<string, Manifest>();
  const stop = async (): Promise<void> => {
    operator.remove();
    webhooks?.remove();
    signal.removeEventListener('abort', close);
    await transport.close();
  };
  try {
    const user = access.context === undefined ? '' : `, context ${access.context}`;
    tell({ event: 'cluster', server: access.server, embedded: false, kubeconfig: '', access: `as your user${user}` });
    await warnOfDeployed(client, project, tell);
    if (project.namespaced === true) await client.apply(namespaces, { metadata: { name: operatorNamespace(project) } });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    server: access.server,
    identity: `context ${access.context ?? ''} at ${access.server}`,
    embedded: false,
    client,
    operatorKubeconfig: operator.value,
    account: undefined,
    ...(reach && { webhookBindAddress: reach.bindAddress }),
    async install(manifests) {
      for (const manifest of manifests) {
        const { kind, metadata } = manifest.object;
        if (/^(Mutating|Validating)WebhookConfiguration$/.test(kind))
          configured.set(`${kind} ${metadata.name}`, manifest);
      }
      await installManifests(client, manifests).catch((error: unknown) => {
        // The cluster has refused nothing.
        signal.throwIfAborted();
        throw error;
      });
    },
    async removeWebhooks() {
      // Definitions stay, and are converted as the project says.
      const converted = reach ? (await readProjectCrds(opened)).filter(isConverted) : [];
      if (configured.size === 0 && converted.length === 0) return;
      const last = createTransport(access, { answerTimeout: LAST_ANSWER });
      try {
        await removeAll(clientOf(last), [...configured.values()]);
        await installManifests(clientOf(last), converted);
      } catch (error) {
        throw stillThere([...configured.values()], error);
      } finally {
        await last.close();
      }
    },
    async prepare(current, before) {
      webhooks = await prepareWebhooks(current, reach?.bindAddress, before, reach ?? 'unreachable');
      return webhooks;
    },
    stop,
  };
}

/** How long a cluster may take for each answer at the end, in milliseconds. */
const LAST_ANSWER = 10_000;

/** The error for webhook configurations that could not be removed. */
function stillThere(manifests: readonly Manifest[], cause: unknown): Error {
  const names = manifests.map(({ object: { kind, metadata } }) => `${kind} ${metadata.name}`);
  const why = cause instanceof Error ? cause.message : String(cause);
  const what = names.length === 0 ? 'conversion webhooks' : names.join(', ');
  return new Error(`the cluster may still call this machine, because of ${what}: ${why}`, { cause });
}

/**
 * The operator's `KUBECONFIG`: the same files, after one that only selects the context. It has no credentials; of
 * several files, the first with a current context decides.
 */
function operatorKubeconfig(
  files: string,
  context: string | undefined,
): { readonly value: string; readonly remove: () => void } {
  if (context === undefined) return { value: files, remove: () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-context-'));
  const file = path.join(folder, 'kubeconfig');
  const content = { apiVersion: 'v1', kind: 'Config', 'current-context': context };
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  const remove = removeAtExit(() => rmSync(folder, { recursive: true, force: true }));
  return { value: [file, files].join(path.delimiter), remove };
}

const defaultKubeconfig = (env: ContextDevOptions['env']): string =>
  path.join(env['HOME'] ?? env['USERPROFILE'] ?? homedir(), '.kube', 'config');

/** Warns if the operator also runs in the cluster: both would then reconcile the same objects. */
async function warnOfDeployed(client: Client, project: OpenProject['project'], tell: Tell): Promise<void> {
  const namespace = operatorNamespace(project);
  const name = `${project.projectName}-controller-manager`;
  const found = await client.get(deployments, { namespace, name }).catch((error: unknown) => {
    // Someone who may not read it cannot be warned.
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  });
  if ((found?.spec.replicas ?? 0) === 0) return;
  const scale = `kubectl scale deployment ${name} --namespace ${namespace} --replicas=0`;
  const text = `the operator also runs in the cluster, and both reconcile the same objects; end it with: ${scale}`;
  tell({ event: 'notice', label: 'Deployed', text });
}

/** Whether objects of a definition are converted by a webhook. */
function isConverted({ object }: Manifest): boolean {
  const spec: unknown = 'spec' in object ? object.spec : undefined;
  return isJsonObject(spec) && isJsonObject(spec.conversion) && spec.conversion.strategy === 'Webhook';
}

/** Deletes what a session configured, unless it is gone already. */
async function removeAll(client: Client, manifests: readonly Manifest[]): Promise<void> {
  const mapper = createRestMapper(client);
  for (const { object } of manifests) {
    const resource = await mapper.resourceOf(object);
    await client.delete(resource, { name: object.metadata.name ?? '' }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}
