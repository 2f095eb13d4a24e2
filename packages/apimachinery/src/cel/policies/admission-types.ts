import { type CelType, listOf, mapOf, type ObjectType, type OpaqueType, simpleType } from '../types/cel-type.ts';

const bool = simpleType('bool');
const dyn = simpleType('dyn');
const int = simpleType('int');
const text = simpleType('string');
const time = simpleType('timestamp');
const texts = listOf(text);

/** A type of Kubernetes with its fields. */
function declared(name: string, fields: Readonly<Record<string, CelType>>): ObjectType {
  return { kind: 'object', name: `kubernetes.${name}`, fields: new Map(Object.entries(fields)) };
}

const kind = declared('GroupVersionKind', { group: text, version: text, kind: text });
const resource = declared('GroupVersionResource', { group: text, version: text, resource: text });
const userInfo = declared('UserInfo', { username: text, uid: text, groups: texts, extra: mapOf(text, texts) });

/** The type of the variable `request`: an AdmissionRequest without objects. */
export const requestType: ObjectType = declared('AdmissionRequest', {
  kind,
  resource,
  subResource: text,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: text,
  name: text,
  namespace: text,
  operation: text,
  userInfo,
  dryRun: bool,
  options: dyn,
});

const metadata = declared('NamespaceMetadata', {
  name: text,
  generateName: text,
  namespace: text,
  labels: mapOf(text, text),
  annotations: mapOf(text, text),
  UID: text,
  creationTimestamp: time,
  deletionGracePeriodSeconds: int,
  deletionTimestamp: time,
  generation: int,
  resourceVersion: text,
  finalizers: texts,
});
const spec = declared('NamespaceSpec', { finalizers: texts });
const condition = declared('NamespaceCondition', {
  status: text,
  type: text,
  lastTransitionTime: time,
  message: text,
  reason: text,
});
const status = declared('NamespaceStatus', { conditions: listOf(condition), phase: text });

/** The type of the variable `namespaceObject`. */
export const namespaceType: ObjectType = declared('Namespace', { metadata, spec, status });

/** The types by name, which messages have. */
export const admissionTypes: ReadonlyMap<string, CelType> = new Map(
  [kind, resource, userInfo, requestType, metadata, spec, condition, status, namespaceType].map((type) => [
    type.name,
    type,
  ]),
);

/** A type of the authorizer: `Authorizer`, `ResourceCheck`. */
export function authorizerType(name: string): OpaqueType {
  return { kind: 'opaque', name: `kubernetes.authorization.${name}`, parameters: [] };
}
