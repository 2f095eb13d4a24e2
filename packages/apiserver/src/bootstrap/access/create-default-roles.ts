import { type FieldsV1, type ManagedFieldsEntry, randomUuid, type Time } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type PolicyRule, readRules } from '../../authorization/rbac/policy-rule.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { timeOf } from '../../pipelines/time-of.ts';
import { clusterRoleBindings, roleBindings } from './bindings.ts';
import { clusterRoles } from './cluster-roles.ts';
import { controllerRoles } from './controller-roles.ts';
import { bindingObject, type DefaultContent, roleObject } from './default-role.ts';
import { namespacedRoles } from './namespaced-roles.ts';

const GROUP = 'rbac.authorization.k8s.io';
const API_VERSION = `${GROUP}/v1`;

/**
 * Stores the roles and bindings of every cluster. They are written as a create would write them, without its steps:
 * these would take longer than the rest of the server's start.
 */
export function createDefaultRoles(server: ServerContext): void {
  for (const role of [...clusterRoles, ...controllerRoles]) store(server, 'ClusterRole', roleObject(role));
  for (const binding of clusterRoleBindings) store(server, 'ClusterRoleBinding', bindingObject(binding));
  for (const role of namespacedRoles) store(server, 'Role', roleObject(role));
  for (const binding of roleBindings) store(server, 'RoleBinding', bindingObject(binding));
}

/** The rules of kubelets, which hold for every node. */
export function nodeRules(): PolicyRule[] {
  const role = clusterRoles.find(({ name }) => name === 'system:node');
  return role ? readRules(roleObject(role)['rules']) : [];
}

function store(server: ServerContext, kind: string, { metadata, ...content }: DefaultContent): void {
  const now = timeOf(server);
  const { name, namespace, labels, annotations } = metadata;
  server.store.create(`${GROUP}/${kind.toLowerCase()}s`, {
    kind,
    apiVersion: API_VERSION,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      uid: randomUuid(server.random),
      resourceVersion: '0',
      creationTimestamp: now,
      labels,
      annotations,
      managedFields: [ownership(labels, annotations, content, now)],
    },
    ...content,
  });
}

/** What the server owns: the keys of maps, and lists of rules and subjects as a whole. */
function ownership(
  labels: object,
  annotations: object,
  content: Readonly<Record<string, unknown>>,
  time: Time,
): ManagedFieldsEntry {
  const fields: Record<string, FieldsV1> = {};
  if ('aggregationRule' in content) fields['f:aggregationRule'] = { '.': {}, 'f:clusterRoleSelectors': {} };
  fields['f:metadata'] = { 'f:annotations': keysOf(annotations), 'f:labels': keysOf(labels) };
  for (const field of ['roleRef', 'rules', 'subjects'])
    if (Array.isArray(content[field]) || isJsonObject(content[field])) fields[`f:${field}`] = {};
  return {
    manager: 'kube-apiserver',
    operation: 'Update',
    apiVersion: API_VERSION,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  };
}

function keysOf(map: object): FieldsV1 {
  const keys = Object.keys(map).sort();
  return Object.fromEntries([['.', {}], ...keys.map((key): [string, FieldsV1] => [`f:${key}`, {}])]);
}
