import { userInfo } from '../../authentication/user.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** SelfSubjectReview: asks who the server takes the client for. It is posted, and never kept. */
export const selfSubjectReview: BuiltInKind = {
  group: 'authentication.k8s.io',
  kind: 'SelfSubjectReview',
  strategy: {
    ...genericStrategy,
    prepareForCreate: ({ metadata }, { now }) => {
      metadata.creationTimestamp = now;
    },
  },
  review: (_, { user }) => ({ userInfo: userInfo(user) }),
};
