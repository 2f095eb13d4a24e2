import type { JsonObject } from '@kb/apimachinery';
import { allowingRole, mayDoEverything } from '../../authentication/authorize.ts';
import type { RequestAttributes } from '../../authentication/request-attributes.ts';
import { type ApiObject, at, stringOf } from '../../objects/api-object.ts';
import { accessAllowed } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectAccessReview: checks the client's own permission. Never stored. */
export const selfSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectAccessReview',
  review: (review, { user }) =>
    mayDoEverything(user) ? accessAllowed(user.groups) : allowedBy(allowingRole(user, attributesIn(review))),
};

/** Returns the status of a review for a user without all permissions: allowed if a role allows it. */
function allowedBy(role: string | undefined): JsonObject {
  if (role === undefined) return { allowed: false };
  const reason = `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "system:authenticated"`;
  return { allowed: true, reason };
}

/** The attributes of the request in a review. */
function attributesIn(review: ApiObject): RequestAttributes {
  const text = (...path: string[]): string => stringOf(at(review, 'spec', ...path));
  if (at(review, 'spec', 'nonResourceAttributes') !== undefined) {
    const verb = text('nonResourceAttributes', 'verb');
    return { isResource: false, verb, path: text('nonResourceAttributes', 'path') };
  }
  const attribute = (name: string): string => text('resourceAttributes', name);
  return {
    isResource: true,
    verb: attribute('verb'),
    path: '',
    group: attribute('group'),
    resource: attribute('resource'),
    subresource: attribute('subresource'),
    namespace: attribute('namespace'),
    name: attribute('name'),
  };
}
