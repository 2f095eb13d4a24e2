import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { roleStrategy } from '../shared/role.ts';

/** Role: rules for a namespace. */
export const role: BuiltInKind = {
  group: 'rbac.authorization.k8s.io',
  kind: 'Role',
  strategy: roleStrategy,
};
