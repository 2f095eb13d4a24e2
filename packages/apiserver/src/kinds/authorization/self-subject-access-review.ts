import { reviewAccess } from '../shared/access/access-review.ts';
import { checkAccessReview } from '../shared/access/validate-access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectAccessReview: checks the client's own permission. Never stored. */
export const selfSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectAccessReview',
  review: (review, { user, authorizer }) => {
    checkAccessReview(review, 'own');
    return reviewAccess(review, user, authorizer);
  },
};
