import type { JsonObject } from '@kb/apimachinery';
import { MASTERS } from '../../authentication/user.ts';
import { type ApiObject, at } from '../../objects/api-object.ts';

/** Returns the status of an access review: allowed, with the reason for users outside of `system:masters`. */
export function accessAllowed(groups: readonly unknown[]): JsonObject {
  if (groups.includes(MASTERS)) return { allowed: true };
  return { allowed: true, reason: 'the embedded API server allows everything: RBAC is stored and not enforced' };
}

/** Checks the permission of the user in a review. */
export function reviewNamedUser(review: ApiObject): JsonObject {
  const groups = at(review, 'spec', 'groups');
  return accessAllowed(Array.isArray(groups) ? groups : []);
}
