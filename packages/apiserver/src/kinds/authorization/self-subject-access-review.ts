import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectAccessReview: asks what the client itself may do. It is posted, and never kept. */
export const selfSubjectAccessReview: BuiltInKind = { group: 'authorization.k8s.io', kind: 'SelfSubjectAccessReview' };
