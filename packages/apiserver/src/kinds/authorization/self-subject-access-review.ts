import { reviewAccess } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectAccessReview: checks the client's own permission. Never stored. */
export const selfSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectAccessReview',
  review: (review, { user, authorizer }) => reviewAccess(review, user, authorizer),
};
