import type { BuiltInKind } from '../shared/built-in-kind.ts';

/** SelfSubjectRulesReview: lists the client's permissions in a namespace. Never stored. */
export const selfSubjectRulesReview: BuiltInKind = {
  group: 'authorization.k8s.io',
  kind: 'SelfSubjectRulesReview',
  review: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
};
