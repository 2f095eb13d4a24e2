import type { JsonObject, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import type { Scenario } from './scenarios/scenario.ts';

/**
 * The objects of a namespace with what differs between any two runs replaced: uids, template hashes and generated names
 * by what they stand for, times and addresses by a word, as is what `varies`; resource versions and managed fields left
 * out; conditions, endpoints and the objects themselves in a fixed order.
 */
export function normalise(
  objects: readonly KubernetesObject[],
  namespace: string,
  varies: Scenario['varies'] = [],
): JsonValue {
  let text = stringifyJson(objects.map(withoutNoise));
  for (const [from, to] of aliases(objects, namespace)) text = text.replaceAll(from, to);
  for (const { pattern } of varies) text = text.replaceAll(new RegExp(pattern, 'g'), 'VARIES');
  text = text
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"TIME"')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID')
    .replaceAll(/"10\.(?:244|96)\.\d+\.\d+"/g, '"ADDRESS"');
  return inOrder(parseJson(text));
}

function withoutNoise({ metadata, ...object }: KubernetesObject): object {
  const { resourceVersion: _version, managedFields: _managed, uid: _uid, creationTimestamp: _time, ...kept } = metadata;
  // Whether an EndpointSlice has it depends on what its controller had seen when it wrote it.
  const { 'endpoints.kubernetes.io/last-change-trigger-time': _trigger, ...annotations } = kept.annotations ?? {};
  return {
    ...object,
    ...replaced(object, metadata.name),
    metadata: { ...kept, annotations },
  };
}

/**
 * Certificates are every control plane's own; what a Pod's spec is, the API server decides, and which node it runs on,
 * the scheduler.
 */
function replaced(object: Pick<KubernetesObject, 'kind'> & { readonly spec?: object }, name: string): object {
  if (object.kind === 'ConfigMap' && name === 'kube-root-ca.crt') return { data: 'CERTIFICATES' };
  const { spec = {} } = object;
  return object.kind === 'Pod' ? { spec: { nodeName: 'nodeName' in spec ? spec.nodeName : '' } } : {};
}

/** What to replace, the longest first, so that no replacement breaks another. */
function aliases(objects: readonly KubernetesObject[], namespace: string): (readonly [from: string, to: string])[] {
  const found = new Map<string, string>([[namespace, 'NAMESPACE']]);
  for (const object of objects) {
    const { uid, name, generateName, labels = {}, annotations = {} } = object.metadata;
    const stable = generateName === undefined ? name : `${generateName}*`;
    if (generateName !== undefined) found.set(name, stable);
    found.set(uid, `UID of ${object.kind} ${stable}`);
    const hash = labels['pod-template-hash'];
    if (object.kind !== 'ReplicaSet' || hash === undefined) continue;
    const { 'deployment.kubernetes.io/revision': revision = '', 'deployment.kubernetes.io/revision-history': history } =
      annotations;
    found.set(hash, `HASH${history?.split(',')[0] ?? revision}`);
  }
  return [...found].sort(([a], [b]) => b.length - a.length);
}

/** Lists whose order says nothing, sorted; keys of objects too. */
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
