import { reviewNamedUser } from '../shared/access/access-review.ts';
import { checkAccessReview } from '../shared/access/validate-access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** LocalSubjectAccessReview: checks a user's permission in a namespace. Never stored. */
export const localSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'LocalSubjectAccessReview',
  review: (review, context) => {
    checkAccessReview(review, 'local');
    return reviewNamedUser(review, context);
  },
};
