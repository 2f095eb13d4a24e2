import type { JsonObject, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import type { StatefulSet } from '@kb/kubernetes/apps/v1';
import type { Event, Node, PersistentVolumeSpec, Pod } from '@kb/kubernetes/core/v1';
import { eventSourcesOfEverything, eventSourcesOfPods, kindsWithEvents, kindsWithRepeats } from './kinds.ts';
import type { Scenario } from './scenarios/scenario.ts';

/**
 * Normalises the objects of a namespace, so that two runs can be compared. Uids, template hashes and generated names
 * are replaced with what they refer to; times, addresses and matches of `varies` with placeholders. Resource versions
 * are removed, and managed fields except those of ClusterRoles, which a controller applies. Conditions, endpoints and
 * the objects themselves are sorted.
 */
export function normalise(
  objects: readonly KubernetesObject[],
  namespace: string,
  varies: Scenario['varies'] = [],
): JsonValue {
  const hasNodes = objects.some(({ kind }) => kind === 'Node');
  const events = eventsInOrder(objects, hasNodes);
  const others = objects.filter(({ kind }) => kind !== 'Event').map(withoutNoise);
  let text = stringifyJson(events.length === 0 ? others : [...others, { kind: 'Events', events }]);
  for (const [from, to] of aliases(objects, namespace)) text = text.replaceAll(from, to);
  for (const { pattern } of varies) text = text.replaceAll(new RegExp(pattern, 'g'), 'VARIES');
  text = text
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"TIME"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID')
    .replaceAll(/"10\.(?:244|96)\.\d+\.\d+"/g, '"ADDRESS"')
    // Pods that are gone.
    .replaceAll(/((?:Created|Deleted) pod: [\w.-]+-)[\da-z]{5}"/g, '$1*"')
    .replaceAll(/((?:failed|succeeded) daemon pod [\w.-]+\/[\w.-]+-)[\da-z]{5} /g, '$1* ');
  return inOrder(parseJson(text));
}

/** Returns who owns what: a controller that applies, and the client, whose name differs between control planes. */
function owners({ managedFields = [] }: KubernetesObject['metadata']): object[] {
  return managedFields.map((entry) => (entry.operation === 'Apply' ? entry : { ...entry, manager: 'CLIENT' }));
}

function withoutNoise({ metadata, ...object }: KubernetesObject): object {
  const { resourceVersion: _version, managedFields: _managed, uid: _uid, creationTimestamp: _time, ...kept } = metadata;
  // Whether an EndpointSlice has it depends on what its controller had seen when it wrote it.
  const { 'endpoints.kubernetes.io/last-change-trigger-time': _trigger, ...annotations } = kept.annotations ?? {};
  return {
    ...object,
    ...replaced(object, metadata),
    metadata: { ...kept, annotations, ...(object.kind === 'ClusterRole' && { managedFields: owners(metadata) }) },
  };
}

/**
 * Returns the parts of an object that replace its own: certificates differ between control planes, the spec of a Pod is
 * up to the API server, except for its node, which the scheduler chooses, and for what a DaemonSet adds; the rules of a
 * role have an order.
 */
function replaced(
  object: Pick<KubernetesObject, 'kind'> & {
    readonly spec?: object;
    readonly rules?: unknown;
    readonly data?: unknown;
  },
  { name, ownerReferences = [] }: KubernetesObject['metadata'],
): object {
  const isOfDaemonSet = ownerReferences.some(({ kind }) => kind === 'DaemonSet');
  if (object.kind === 'ConfigMap' && name === 'kube-root-ca.crt') return { data: rootCertificates(object.data) };
  if (object.kind === 'Secret') return { data: readableData(object.data) };
  if (object.kind === 'ClusterRole' && Array.isArray(object.rules))
    return { rules: object.rules.map((rule) => stringifyJson(rule, { sortKeys: true })) };
  const { spec = {} } = object;
  if (object.kind === 'PersistentVolume') {
    const { claimRef: { resourceVersion: _version, ...claimRef } = {}, ...kept } = spec as PersistentVolumeSpec;
    return { spec: { ...kept, ...(claimRef.name !== undefined && { claimRef }) } };
  }
  if (object.kind === 'Node') return nodeParts(object as unknown as Node);
  if (object.kind !== 'Pod') return {};
  const { nodeName = '', hostname, containers, affinity, tolerations } = spec as Partial<Pod['spec']>;
  const env = containers?.flatMap((container) => container.env ?? []) ?? [];
  return {
    spec: {
      nodeName,
      ...(hostname !== undefined && { hostname }),
      ...(env.length > 0 && { env }),
      ...(isOfDaemonSet && { affinity, tolerations }),
    },
  };
}

/**
 * Decodes the values of a Secret. Of tokens that are signed, the claims are shown; the certificates of the control
 * plane are left out, because not every one has some.
 */
function readableData(data: unknown): object {
  const entries = Object.entries((data ?? {}) as Readonly<Record<string, string>>);
  const texts = entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()] as const);
  return Object.fromEntries(
    texts
      .filter(([key, text]) => key !== 'ca.crt' || !text.startsWith('-----BEGIN CERTIFICATE'))
      .map(([key, text]) => {
        const [header = '', claims = '', signature] = text.split('.');
        if (!header.startsWith('eyJ') || signature === undefined) return [key, text];
        const { alg } = parseJson(Buffer.from(header, 'base64url')) as JsonObject;
        return [key, { alg, claims: Buffer.from(claims, 'base64url').toString() }];
      }),
  );
}

/** The content of a ConfigMap `kube-root-ca.crt`. The embedded control plane has no certificates. */
function rootCertificates(data: unknown): unknown {
  const { 'ca.crt': text, ...others } = (data ?? {}) as Readonly<Record<string, string>>;
  const isOfControlPlane = text === '' || text?.startsWith('-----BEGIN CERTIFICATE');
  return isOfControlPlane && Object.keys(others).length === 0 ? 'CERTIFICATES' : data;
}

/** What is compared of a Node: whether it takes Pods, and why. Its size is that of the simulated node. */
function nodeParts({ spec = {}, status = {} }: Node): object {
  const conditions = (status.conditions ?? []).map(({ type, status: is, reason, message }) => {
    return { type, status: is, reason, message };
  });
  const taints = (spec.taints ?? []).map(({ key, value, effect }) => ({ key, value, effect }));
  return { spec: { taints, unschedulable: spec.unschedulable ?? false }, status: { conditions } };
}

/** The beginning of a generated name. A mirrored EndpointSlice that was updated no longer says it. */
function randomPrefix({ kind, metadata: { name, generateName } }: KubernetesObject): string | undefined {
  return generateName ?? (kind === 'EndpointSlice' ? /^(.*-)[\da-z]{5}$/.exec(name)?.[1] : undefined);
}

/** Returns replacements, the longest first, so that no replacement breaks another. */
function aliases(objects: readonly KubernetesObject[], namespace: string): (readonly [from: string, to: string])[] {
  const found = new Map<string, string>([[namespace, 'NAMESPACE']]);
  for (const object of objects) {
    const { uid, name, labels = {}, annotations = {} } = object.metadata;
    const prefix = randomPrefix(object);
    const isRandom = prefix !== undefined && labels['statefulset.kubernetes.io/pod-name'] === undefined;
    const stable = isRandom ? `${prefix}*` : name;
    if (isRandom) found.set(name, stable);
    found.set(uid, `UID of ${object.kind} ${stable}`);
    const daemonHash = labels['controller-revision-hash'];
    if (object.kind === 'ControllerRevision' && daemonHash !== undefined && 'revision' in object)
      found.set(daemonHash, `HASH${String(object.revision)}`);
    const hash = labels['pod-template-hash'];
    if (object.kind !== 'ReplicaSet' || hash === undefined) continue;
    const { 'deployment.kubernetes.io/revision': revision = '', 'deployment.kubernetes.io/revision-history': history } =
      annotations;
    found.set(hash, `HASH${history?.split(',')[0] ?? revision}`);
  }
  return [...found].sort(([a], [b]) => b.length - a.length);
}

/**
 * Returns the Events about objects of {@link kindsWithEvents}, one text each: for each object, in the order in which
 * they were recorded, since their names end with the time in nanoseconds. Writes of one kind that follow each other
 * were made side by side, except those of an ordered StatefulSet, so their Events are sorted.
 */
function eventsInOrder(objects: readonly KubernetesObject[], hasNodes: boolean): string[] {
  const time = ({ metadata }: Event): string => metadata.name.slice(metadata.name.lastIndexOf('.') + 1);
  const events = objects
    .filter((object): object is Event => object.kind === 'Event')
    .filter((event) => isCompared(event, hasNodes))
    // Whether a controller writes an object that it has not seen change is chance.
    .filter(({ message }) => !message?.includes('the object has been modified'))
    .toSorted((a, b) => (time(a) < time(b) ? -1 : 1));
  const ordered = objects.filter(({ kind }) => kind === 'StatefulSet').every(isOrdered);
  const byObject = Map.groupBy(events, ({ involvedObject: { kind = '', name = '' } }) => `${kind} ${name}`);
  return [...byObject]
    .map(([about, own]) => {
      const texts = textsInOrder(own, !(ordered && about.startsWith('StatefulSet ')));
      return withStableName(
        about,
        texts.map((text) => `${about}: ${text}`),
      );
    })
    .toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1))
    .flat();
}

/** Replaces the generated name of a Pod in the texts about it: Events outlive their Pods. */
function withStableName(about: string, texts: readonly string[]): readonly string[] {
  const [, name, prefix] = /^Pod ((.*-)[bcdfghjklmnpqrstvwxz2456789]{5})$/.exec(about) ?? [];
  return name === undefined ? texts : texts.map((text) => text.replaceAll(name, `${prefix}*`));
}

/** Whether an Event is compared. Those of the kubelet are the simulation's own on both control planes. */
function isCompared({ involvedObject: { kind = '' }, source, reportingComponent }: Event, hasNodes: boolean): boolean {
  const by = reportingComponent || source?.component || '';
  if (kindsWithEvents.includes(kind) || eventSourcesOfEverything.includes(by)) return true;
  return hasNodes && (kind === 'Pod' || kind === 'Node') && eventSourcesOfPods.includes(by);
}

/** Whether a StatefulSet makes one Pod after the other. */
const isOrdered = ({
  spec,
}: Pick<KubernetesObject, 'kind'> & { readonly spec?: Partial<StatefulSet['spec']> }): boolean =>
  spec?.podManagementPolicy === 'OrderedReady';

function textsInOrder(events: readonly Event[], sideBySide: boolean): string[] {
  const runs: { readonly what: string; readonly texts: string[] }[] = [];
  for (const { type, reason, message, count, involvedObject } of events) {
    // A controller that does not know yet that an object is being deleted may delete it again.
    const byChance = reason === 'SuccessfulDelete' || kindsWithRepeats.includes(involvedObject.kind ?? '');
    const isRepeated = (count ?? 1) > 1 && !byChance;
    const what = `${type} ${reason}`;
    const text = `${what}: ${message}${isRepeated ? ' (repeated)' : ''}`;
    const run = runs.at(-1);
    if (run?.what === what) run.texts.push(text);
    else runs.push({ what, texts: [text] });
  }
  return runs.flatMap(({ texts }) => (sideBySide ? texts.toSorted() : texts));
}

/** Sorts lists of objects and the keys of objects, whose order has no meaning. */
function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(inOrder);
    return items.every(isObject) ? items.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item)]),
  );
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKey = (value: JsonObject): string => stringifyJson([value['kind'] ?? '', value], { sortKeys: true });
