import {
  type Clock,
  isForbidden,
  isNotFound,
  isTooManyRequests,
  type KubernetesObject,
  type ObjectKey,
} from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { type Client, uncheckedPatchValue } from '@kb/client';
import { pods } from '@kb/kubernetes/core/v1';
import { collect } from './collect.ts';
import { kindNamed, kindsWithRepeats, resources } from './kinds.ts';
import type { KindName, ObjectName, Scenario, ScenarioObject, Step } from './scenarios/scenario.ts';

/** The environment in which a scenario is played. */
export interface Stage {
  readonly client: Client;
  readonly clock: Clock;
  /** A namespace for this scenario only. */
  readonly namespace: string;
  /** Whether the nodes belong to this scenario too. */
  readonly withNodes: boolean;
  /** Kinds whose objects are compared in this scenario only. */
  readonly kinds: readonly KindName[];
}

const POLL_MS = 100;
const QUIET_MS = 800;
const LIMIT_MS = 120_000;

/**
 * Plays a scenario in a new namespace, and leaves its objects there. Rejects when a step fails, or when an awaited
 * state is not reached.
 */
export async function playScenario({ steps }: Scenario, stage: Stage): Promise<void> {
  await stage.client.create(resources.Namespace, { metadata: { name: stage.namespace } });
  // Pods are refused until their ServiceAccount exists.
  await waitFor(
    stage,
    'the ServiceAccount default',
    async () => (await find(stage, 'ServiceAccount', 'default')) !== undefined,
  );
  for (const step of steps) await play(step, stage);
}

async function play(step: Step, stage: Stage): Promise<void> {
  if ('create' in step && step.refused) await createRefused(step.create, stage);
  else if ('create' in step) await create(step.create, stage);
  else if ('patch' in step) await patch(step, stage);
  else if ('delete' in step) await remove(step, stage);
  else if ('evict' in step) await evict(step, stage);
  else if ('until' in step) {
    const { until, name, field } = step;
    const [wanted, value] = 'equals' in step ? ['be', step.equals] : ['differ from', step.differs];
    await waitFor(stage, `${field} of ${until} to ${wanted} ${stringifyJson(value)}`, async () => {
      const object = await find(stage, until, name);
      return (stringifyJson(at(object, field) ?? null) === stringifyJson(value)) === 'equals' in step;
    });
  } else if ('untilGone' in step) {
    await waitFor(stage, `${step.untilGone} to be gone`, async () => !(await find(stage, step.untilGone, step.name)));
  } else if ('waitMs' in step) await stage.clock.sleep(step.waitMs);
  else await settle(stage, step.quietMs ?? QUIET_MS);
}

async function create(object: ScenarioObject, stage: Stage): Promise<void> {
  const { client, namespace } = stage;
  const resolved = (await resolve(object, stage)) as unknown as KubernetesObject;
  const resource = resources[kindNamed(object.kind)];
  const metadata = resource.namespaced ? { namespace, ...resolved.metadata } : resolved.metadata;
  await client.create(resource, { ...resolved, metadata });
}

async function createRefused(object: ScenarioObject, stage: Stage): Promise<void> {
  try {
    await create(object, stage);
  } catch (error) {
    if (isForbidden(error)) return;
    throw error;
  }
  throw new Error(`a ${object.kind} was created: expected a refusal`);
}

async function patch(step: Extract<Step, { patch: KindName }>, stage: Stage): Promise<void> {
  const resource = resources[step.patch];
  const { metadata } = await must(stage, step.patch, step.name);
  const change = { type: 'merge', value: uncheckedPatchValue(await resolve(step.with, stage)) } as const;
  if (step.subresource === undefined) await stage.client.patch(resource, metadata, change);
  else if (step.subresource === 'scale') await stage.client.subresource(resource, 'scale').patch(metadata, change);
  else await stage.client.subresource(resource, step.subresource).patch(metadata, change);
}

async function remove(step: Extract<Step, { delete: KindName }>, stage: Stage): Promise<void> {
  const { metadata } = await must(stage, step.delete, step.name);
  const { propagationPolicy } = step;
  await stage.client.delete(resources[step.delete], metadata, { ...(propagationPolicy && { propagationPolicy }) });
}

async function evict({ evict: name, refused }: Extract<Step, { evict: ObjectName }>, stage: Stage): Promise<void> {
  const { metadata } = await must(stage, 'Pod', name);
  try {
    await stage.client.subresource(pods, 'eviction').create(metadata, { metadata: { name: metadata.name } });
  } catch (error) {
    if (refused && isTooManyRequests(error)) return;
    throw error;
  }
  if (refused) throw new Error(`the Pod ${metadata.name} was evicted: expected a refusal`);
}

/** Replaces each string `uid of ⟨Kind⟩ ⟨name⟩` with the uid of that object, and `$NAMESPACE` with the namespace. */
async function resolve<T extends object>(object: T, stage: Stage): Promise<T> {
  let text = stringifyJson(object).replaceAll('$NAMESPACE', stage.namespace);
  for (const [whole, kind = '', name = ''] of text.matchAll(/"uid of (\w+) ([\w/-]+)"/g)) {
    const { uid } = (await must(stage, kindNamed(kind), name)).metadata;
    text = text.replace(whole, JSON.stringify(uid));
  }
  // The text has the same shape: only strings were replaced.
  return parseJson(text) as unknown as T;
}

async function must(stage: Stage, kind: KindName, name: ObjectName): Promise<KubernetesObject> {
  const object = await find(stage, kind, name);
  if (object === undefined)
    throw new Error(`found no ${kind} ${typeof name === 'string' ? name : `${name.startsWith}…`}`);
  return object;
}

async function find(
  { client, namespace }: Stage,
  kind: KindName,
  name: ObjectName,
): Promise<KubernetesObject | undefined> {
  const resource = resources[kind];
  if (typeof name === 'object') {
    const { items } = await client.list(resource, { namespace });
    return items.filter((item) => item.metadata.name.startsWith(name.startsWith)).sort(byName)[0];
  }
  try {
    return await client.get(resource, keyNamed(name.replace('$NAMESPACE', namespace), resource.namespaced, namespace));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The key of an object: `name`, or `namespace/name` for an object of another namespace. */
function keyNamed(text: string, isNamespaced: boolean, namespace: string): ObjectKey {
  const [first = '', second] = text.split('/');
  if (!isNamespaced) return { name: first };
  return second === undefined ? { namespace, name: first } : { namespace: first, name: second };
}

const byName = (a: KubernetesObject, b: KubernetesObject): number => (a.metadata.name < b.metadata.name ? -1 : 1);

function at(object: unknown, path: string): unknown {
  let value = object;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/**
 * How long the objects must stay unchanged, as a multiple of the time that listing them takes: long enough for
 * controllers with pending work to act.
 */
const LOOKS = 25;
const LONGEST_LOOKS_MS = 15_000;

/** Waits until the objects of the namespace have not changed for `quietMs`, or for longer if the server is slow. */
async function settle({ clock, ...stage }: Stage, quietMs: number): Promise<void> {
  let last = '';
  let revision: string | undefined;
  let since = clock.now();
  let slowest = 0;
  await waitFor(
    { clock, ...stage },
    `${quietMs} ms without a change`,
    async () => {
      const start = clock.now();
      const before = revision;
      revision = await revisionOf(stage);
      // Nothing at all was written since the last look: the lists would be the same.
      const versions = revision === before ? last : stringifyJson((await collect(stage)).map(versionOf));
      const now = clock.now();
      slowest = Math.max(slowest, now - start);
      if (versions !== last) since = now;
      last = versions;
      return now - since >= Math.max(quietMs, Math.min(LOOKS * slowest, LONGEST_LOOKS_MS));
    },
    Math.max(POLL_MS, quietMs / 100),
  );
}

/** Returns the resource version of the whole store: every write of any object changes it. */
async function revisionOf({ client, namespace }: Pick<Stage, 'client' | 'namespace'>): Promise<string> {
  const { metadata } = await client.list(resources.Namespace, { fieldSelector: `metadata.name=${namespace}` });
  return metadata.resourceVersion;
}

/**
 * What changes when an object does. The repetition of an Event does not count if its controller records it again and
 * again.
 */
function versionOf(object: KubernetesObject & { readonly involvedObject?: { readonly kind?: string } }): unknown {
  const { uid, resourceVersion } = object.metadata;
  return kindsWithRepeats.includes(object.involvedObject?.kind ?? '') ? uid : [uid, resourceVersion];
}

async function waitFor(
  { clock, namespace }: Stage,
  what: string,
  check: () => Promise<boolean>,
  intervalMs: number = POLL_MS,
): Promise<void> {
  const deadline = clock.now() + LIMIT_MS;
  while (!(await check())) {
    if (clock.now() > deadline)
      throw new Error(`${namespace}: waited ${LIMIT_MS / 1000} s for ${what}, without success`);
    await clock.sleep(intervalMs);
  }
}
