import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { defaultRoleBinding, roleBindingColumns, roleBindingStrategy } from '../shared/role-binding.ts';

/** RoleBinding: grants a role in a namespace. */
export const roleBinding: BuiltInKind = {
  group: 'rbac.authorization.k8s.io',
  kind: 'RoleBinding',
  defaults: defaultRoleBinding,
  strategy: roleBindingStrategy,
  columns: roleBindingColumns,
};
