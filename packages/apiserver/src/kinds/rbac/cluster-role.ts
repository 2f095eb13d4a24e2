import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { roleStrategy } from '../shared/role.ts';

/** ClusterRole: rules for the whole cluster. */
export const clusterRole: BuiltInKind = {
  group: 'rbac.authorization.k8s.io',
  kind: 'ClusterRole',
  strategy: roleStrategy,
};
