import type { Area } from '../../sequence.ts';
import { get, sequence } from '../../steps.ts';
import { clusterRoleBindings, clusterRoles, rbac, withRbac } from './access.ts';

const DEFAULTS = '?labelSelector=kubernetes.io/bootstrapping%3Drbac-defaults';

/** The roles and bindings that exist in every cluster. */
export const defaultAccess: Area = {
  name: 'default roles',
  server: withRbac,
  sequences: [
    sequence('cluster roles', get(`${clusterRoles}${DEFAULTS}`)),
    sequence('cluster role bindings', get(`${clusterRoleBindings}${DEFAULTS}`)),
    sequence('roles', get(`${rbac}/roles${DEFAULTS}`)),
    sequence('role bindings', get(`${rbac}/rolebindings${DEFAULTS}`)),
  ],
};
