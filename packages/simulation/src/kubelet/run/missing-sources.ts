import { isNotFound } from '@kb/apimachinery';
import { configMaps, persistentVolumeClaims, secrets } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { claimsOf } from '../../storage/claims-of-pod.ts';
import type { PodProblems } from './advance-pod.ts';
import { allContainers } from './pod-run.ts';

/** A ConfigMap or a Secret that a Pod needs, with the keys that it must have. */
interface SourceNeed {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly keys: readonly string[];
}

/** Every namespace has it, sooner or later: the kubelet waits for it without a complaint. */
const ROOT_CA = 'kube-root-ca.crt';

const noProblems: PodProblems = { volumes: new Map(), containers: new Map() };

/** Finds the ConfigMaps, Secrets and claims that a Pod needs and that are missing. Most Pods need none. */
export async function missingSources(pod: LivePod, client: ReconcileClient): Promise<PodProblems> {
  const volumes = neededByVolumes(pod);
  const containers = neededByContainers(pod);
  if (volumes.length === 0 && containers.length === 0 && claimsOf(pod).length === 0) return noProblems;
  const find = sourceReader(client, pod.metadata.namespace ?? '');
  const unmounted = [...(await problemsOf(volumes, find))].map(
    ([volume, problem]) => [volume, `MountVolume.SetUp failed for volume "${volume}" : ${problem}`] as const,
  );
  return {
    volumes: new Map([...unmounted, ...(await missingClaims(pod, client))]),
    containers: await problemsOf(containers, find),
  };
}

/** Finds claims that do not exist: only those of Pods that no scheduler has bound. */
async function missingClaims(pod: LivePod, client: ReconcileClient): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  const { namespace = '' } = pod.metadata;
  for (const { volume, claim } of claimsOf(pod)) {
    try {
      await client.get(persistentVolumeClaims, { namespace, name: claim });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      problems.set(
        volume,
        `Unable to attach or mount volumes: unmounted volumes=[${volume}], unattached volumes=[], ` +
          `failed to process volumes=[${volume}]: error processing PVC ${namespace}/${claim}: ` +
          `failed to fetch PVC from API server: persistentvolumeclaims "${claim}" not found`,
      );
    }
  }
  return problems;
}

type Needs = readonly (readonly [owner: string, need: SourceNeed])[];

async function problemsOf(
  needs: Needs,
  problemWith: (need: SourceNeed) => Promise<string | undefined>,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>();
  for (const [owner, need] of needs) {
    const problem = problems.has(owner) ? undefined : await problemWith(need);
    if (problem !== undefined) problems.set(owner, problem);
  }
  return problems;
}

/** Returns a function that resolves with the kubelet's message about a source; undefined if it has what is needed. */
function sourceReader(client: ReconcileClient, namespace: string): (need: SourceNeed) => Promise<string | undefined> {
  const read = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  async function keysOf({ kind, name }: SourceNeed): Promise<ReadonlySet<string> | undefined> {
    try {
      if (kind === 'secret') return new Set(Object.keys((await client.get(secrets, { namespace, name })).data ?? {}));
      const { data = {}, binaryData = {} } = await client.get(configMaps, { namespace, name });
      return new Set([...Object.keys(data), ...Object.keys(binaryData)]);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  return async (need) => {
    const { kind, name } = need;
    const id = `${kind} ${name}`;
    const reading = read.get(id) ?? keysOf(need);
    read.set(id, reading);
    const keys = await reading;
    if (keys === undefined) return `${kind} "${name}" not found`;
    const missing = need.keys.find((key) => !keys.has(key));
    const title = kind === 'secret' ? 'Secret' : 'ConfigMap';
    return missing === undefined ? undefined : `couldn't find key ${missing} in ${title} ${namespace}/${name}`;
  };
}

function neededByContainers(pod: LivePod): Needs {
  return allContainers(pod).flatMap(({ name: owner, env = [], envFrom = [] }) => [
    ...envFrom.flatMap(({ configMapRef, secretRef }) => [
      ...needOf(owner, 'configmap', configMapRef),
      ...needOf(owner, 'secret', secretRef),
    ]),
    ...env.flatMap(({ valueFrom }) => [
      ...needOf(owner, 'configmap', valueFrom?.configMapKeyRef),
      ...needOf(owner, 'secret', valueFrom?.secretKeyRef),
    ]),
  ]);
}

function neededByVolumes({ spec }: LivePod): Needs {
  return (spec.volumes ?? []).flatMap(({ name: owner, configMap, secret, projected }) => [
    ...needOf(owner, 'configmap', configMap),
    ...needOf(owner, 'secret', secret && { ...secret, name: secret.secretName ?? '' }),
    ...(projected?.sources ?? []).flatMap((source) => [
      ...needOf(owner, 'configmap', source.configMap),
      ...needOf(owner, 'secret', source.secret),
    ]),
  ]);
}

/** The part of all references to ConfigMaps and Secrets that matters here. */
interface SourceReference {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
  readonly items?: readonly { readonly key: string }[];
}

function needOf(owner: string, kind: SourceNeed['kind'], reference: SourceReference | undefined): Needs {
  const { name = '', key, optional = false, items = [] } = reference ?? {};
  if (reference === undefined || optional || name === '' || name === ROOT_CA) return [];
  return [[owner, { kind, name, keys: key === undefined ? items.map((item) => item.key) : [key] }]];
}
