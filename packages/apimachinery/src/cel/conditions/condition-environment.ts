import type { Environment } from '../declarations/declaration.ts';
import { kubernetesFunctions } from '../declarations/kubernetes-functions.ts';
import { type CelType, listOf, mapOf, type ObjectType, type OpaqueType, simpleType } from '../types/cel-type.ts';

/** The variables of match conditions, in the order in which programs get them. */
export const conditionVariables = [
  'object',
  'oldObject',
  'namespaceObject',
  'request',
  'authorizer',
  'authorizer.requestResource',
] as const;

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
const request = declared('AdmissionRequest', {
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
const namespaceObject = declared('Namespace', { metadata, spec, status });

const types = new Map(
  [kind, resource, userInfo, request, metadata, spec, condition, status, namespaceObject].map((type) => [
    type.name,
    type,
  ]),
);

const opaque = (name: string): OpaqueType => ({
  kind: 'opaque',
  name: `kubernetes.authorization.${name}`,
  parameters: [],
});

/** What match conditions of webhooks may use: the request, its objects, and the authorizer. */
export function conditionEnvironment(): Environment {
  const variables: Readonly<Record<(typeof conditionVariables)[number], CelType>> = {
    object: dyn,
    oldObject: dyn,
    namespaceObject,
    request,
    authorizer: opaque('Authorizer'),
    'authorizer.requestResource': opaque('ResourceCheck'),
  };
  return {
    functions: kubernetesFunctions(),
    variables: new Map(Object.entries(variables)),
    findType: (name) => types.get(name),
  };
}
