import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectRulesReview: asks for all that the client may do in a namespace. It is posted, and never kept. */
export const selfSubjectRulesReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectRulesReview',
  review: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
};
