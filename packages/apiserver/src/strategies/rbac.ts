import { nameIsPathSegment } from '@kb/apimachinery';
import { validateRole, validateRoleBinding, validateRoleBindingUpdate } from '../validation/rbac.ts';
import { genericStrategy } from './generic.ts';
import type { Strategy } from '../resources/strategy.ts';

/** How Roles and ClusterRoles behave. */
export const roleStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRole,
  validateUpdate: validateRole,
};

/** How RoleBindings and ClusterRoleBindings behave. */
export const roleBindingStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  createOnUpdate: true,
  validate: validateRoleBinding,
  validateUpdate: validateRoleBindingUpdate,
};
