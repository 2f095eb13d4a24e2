import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** TokenReview: asks whose token it is. It is posted, and never kept. */
export const tokenReview: BuiltInKind = { group: 'authentication.k8s.io', kind: 'TokenReview' };
