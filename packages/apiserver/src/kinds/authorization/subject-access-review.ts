import { reviewNamedUser } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SubjectAccessReview: checks a user's permission. Never stored. */
export const subjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SubjectAccessReview',
  review: reviewNamedUser,
};
