import type { JsonObject } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import type { Model, Permission } from '../model/model.ts';
import { compareText } from '../text/compare-text.ts';
import type { GeneratedFile } from '../write/plan-writes.ts';
import { normalizeRules, type PolicyRule } from './normalize-rules.ts';

/** What {@link emitRole} needs besides the model. */
export interface RoleOptions {
  /** The folder of the manifest, relative to the project's folder. */
  readonly folder: string;
  /** The file in it, such as `role.yaml`. */
  readonly file: string;
  /** The name of the role for permissions that do not name one. */
  readonly roleName: string;
}

/** The default file of the roles. */
export const DEFAULT_ROLE_FILE = 'role.yaml';

/** The default name of the role. */
export const DEFAULT_ROLE_NAME = 'manager-role';

/**
 * Builds the roles from the model's permissions, all in one file: cluster roles first, then by namespace and name.
 * Returns undefined without permissions.
 */
export function emitRole(model: Model, { folder, file, roleName }: RoleOptions): GeneratedFile[] {
  const roles = new Map<string, { namespace: string; name: string; permissions: Permission[] }>();
  for (const permission of model.permissions) {
    const { namespace, roleName: name = roleName } = permission;
    const key = JSON.stringify([namespace, name]);
    const role = roles.get(key) ?? { namespace, name, permissions: [] };
    roles.set(key, role);
    role.permissions.push(permission);
  }
  if (roles.size === 0) return [];
  const documents = [...roles.values()]
    .sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name))
    .map(({ namespace, name, permissions }) => roleOf(namespace, name, normalizeRules(permissions)));
  return [{ path: `${folder}/${file}`, content: documents.map((document) => `---\n${printYaml(document)}`).join('') }];
}

function roleOf(namespace: string, name: string, rules: readonly PolicyRule[]): JsonObject {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === '' ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace !== '' && { namespace }) },
    rules: rules.map(({ groups, resources, resourceNames, urls, verbs }) => ({
      ...(groups.length > 0 && { apiGroups: [...groups] }),
      ...(urls.length > 0 && { nonResourceURLs: [...urls] }),
      ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
      ...(resources.length > 0 && { resources: [...resources] }),
      verbs: [...verbs],
    })),
  };
}
