import { reviewNamedUser } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** LocalSubjectAccessReview: asks what a user may do in a namespace. It is posted, and never kept. */
export const localSubjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'LocalSubjectAccessReview',
  review: reviewNamedUser,
};
