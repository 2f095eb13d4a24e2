import { reviewNamedUser } from '../shared/access/access-review.ts';
import { checkAccessReview } from '../shared/access/validate-access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SubjectAccessReview: checks a user's permission. Never stored. */
export const subjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SubjectAccessReview',
  review: (review, context) => {
    checkAccessReview(review, 'user');
    return reviewNamedUser(review, context);
  },
};
