import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectReview: asks who the server takes the client for. It is posted, and never kept. */
export const selfSubjectReview: BuiltInKind = { group: 'authentication.k8s.io', kind: 'SelfSubjectReview' };
