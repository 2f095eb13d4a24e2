import { reviewNamedUser } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** LocalSubjectAccessReview: checks a user's permission in a namespace. Never stored. */
export const localSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'LocalSubjectAccessReview',
  review: reviewNamedUser,
};
