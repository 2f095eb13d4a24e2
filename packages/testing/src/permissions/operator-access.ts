import type { ApplyMetadata, JsonObject, JsonValue, Resource } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type Client } from '@kb/client';
import { namespaces, serviceAccounts } from '@kb/kubernetes/core/v1';
import { clusterRoleBindings, clusterRoles, roleBindings, roles } from '@kb/kubernetes/rbac/v1';
import type { CrdManifest } from '../manifests/read-crds.ts';
import { findRbacFolder } from './find-project.ts';
import { leaveRecord } from './permission-records.ts';
import {
  createPermissionRecorder,
  type MissingPermissionError,
  type PermissionRecorder,
} from './permission-recorder.ts';
import { type OperatorRbac, readOperatorRbac } from './read-rbac.ts';

/** The account under which the operators of an environment run, and what they did with it. */
export interface OperatorAccess {
  readonly rbac: OperatorRbac;
  readonly recorder: PermissionRecorder;
  /** Creates the account, its roles and their bindings. */
  readonly install: (client: Client) => Promise<void>;
  /** Returns the error for requests that were refused so far; undefined if there are none, or if it was returned. */
  readonly newProblem: (cause?: unknown) => MissingPermissionError | undefined;
  /** Leaves a record for the reporter of the test run. */
  readonly leaveRecord: () => void;
}

/**
 * Reads the account of operators: from a folder such as `config/rbac`; by default from that of the project whose
 * controllers the test is part of. Undefined: without a project, and with `false`.
 */
export async function readOperatorAccess(
  rbacFolder: string | false | undefined,
  testFile: string | undefined,
  crds: readonly CrdManifest[],
): Promise<OperatorAccess | undefined> {
  if (rbacFolder === false) return undefined;
  const folder = rbacFolder ?? (testFile === undefined ? undefined : await findRbacFolder(testFile));
  if (folder === undefined) return undefined;
  const rbac = await readOperatorRbac(folder);
  const pluralOf = (group: string, kind: string): string | undefined =>
    crds.find(({ spec }) => spec.group === group && spec.names.kind === kind)?.spec.names.plural;
  const recorder = createPermissionRecorder({ rbac, pluralOf });
  let told = 0;
  return {
    rbac,
    recorder,
    install: (client) => installRbac(client, rbac),
    newProblem: (cause) => {
      const { length } = recorder.refused();
      if (length === told) return undefined;
      told = length;
      return recorder.problem(cause);
    },
    leaveRecord: () =>
      leaveRecord({
        folder: rbac.folder,
        rules: rbac.generatedRules,
        used: recorder.used(),
        refused: recorder.refused(),
        ...(rbac.watchNamespace !== undefined && {
          watchNamespace: rbac.watchNamespace,
          clusterRules: rbac.clusterRules,
        }),
      }),
  };
}

const resources: Readonly<Record<string, Resource>> = {
  ServiceAccount: serviceAccounts,
  ClusterRole: clusterRoles,
  Role: roles,
  ClusterRoleBinding: clusterRoleBindings,
  RoleBinding: roleBindings,
};

/**
 * Creates the objects of an operator's access, and its namespace. The permissions for its Lease count in `default` too,
 * where tests elect leaders. The manager of their fields is that of the client.
 */
export async function installRbac(client: Client, { account, objects }: OperatorRbac): Promise<void> {
  const options = { force: true };
  await client.apply(namespaces, { metadata: { name: account.namespace } }, options);
  for (const object of [...objects, ...leaseAccessIn('default', objects)]) {
    const resource = resources[textOf(object.kind)];
    // The server validates the content of the file.
    const metadata = object.metadata as JsonObject & ApplyMetadata;
    if (resource) await client.apply(resource, { ...object, metadata }, options);
  }
}

/** The Roles for Leases and their bindings, without other permissions, in another namespace. */
function leaseAccessIn(namespace: string, objects: readonly JsonObject[]): JsonObject[] {
  const names = new Set<JsonValue | undefined>();
  return objects.flatMap((object) => {
    const { kind, metadata, rules, roleRef } = object;
    if (!isJsonObject(metadata) || metadata.namespace === namespace) return [];
    const place = { metadata: { ...metadata, namespace } };
    if (kind === 'Role' && Array.isArray(rules)) {
      const leases = rules.filter(isForLeases);
      if (leases.length === 0) return [];
      names.add(metadata.name);
      return [{ ...object, ...place, rules: leases }];
    }
    return kind === 'RoleBinding' && isJsonObject(roleRef) && names.has(roleRef.name) ? [{ ...object, ...place }] : [];
  });
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function isForLeases(rule: JsonValue): boolean {
  return isJsonObject(rule) && Array.isArray(rule.apiGroups) && rule.apiGroups.includes('coordination.k8s.io');
}
