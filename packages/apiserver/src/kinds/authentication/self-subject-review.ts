import { userInfo } from '../../authentication/user.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** SelfSubjectReview: returns the user of the request. Never stored. */
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
