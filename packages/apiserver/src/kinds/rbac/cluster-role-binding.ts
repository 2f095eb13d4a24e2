import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { defaultRoleBinding, roleBindingColumns, roleBindingStrategy } from '../shared/role-binding.ts';

/** ClusterRoleBinding: grants a ClusterRole everywhere. */
export const clusterRoleBinding: BuiltInKind = {
  group: 'rbac.authorization.k8s.io',
  kind: 'ClusterRoleBinding',
  defaults: defaultRoleBinding,
  strategy: roleBindingStrategy,
  columns: roleBindingColumns,
};
