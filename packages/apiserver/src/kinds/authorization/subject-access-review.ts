import { reviewNamedUser } from '../shared/access-review.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SubjectAccessReview: asks what a user may do. It is posted, and never kept. */
export const subjectAccessReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SubjectAccessReview',
  review: reviewNamedUser,
};
