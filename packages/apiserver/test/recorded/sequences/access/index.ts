import type { Area } from '../../sequence.ts';
import { defaultAccess } from './default-access.ts';
import { grants } from './grants.ts';
import { impersonation } from './impersonation.ts';
import { nodes } from './nodes.ts';
import { openPaths } from './open-paths.ts';
import { parametersOfPolicies } from './parameters-of-policies.ts';
import { permissions } from './permissions.ts';
import { refusedImpersonations } from './refused-impersonations.ts';
import { reviews } from './reviews.ts';
import { selectorsOfReviews } from './selectors-of-reviews.ts';
import { selectorsOfRoles } from './selectors-of-roles.ts';

/** Who may do what: roles, their grants, reviews, impersonation. */
export const accessAreas: readonly Area[] = [
  permissions,
  openPaths,
  grants,
  defaultAccess,
  reviews,
  selectorsOfReviews,
  impersonation,
  refusedImpersonations,
  parametersOfPolicies,
  selectorsOfRoles,
  nodes,
];
