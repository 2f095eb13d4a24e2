import type { Scenario } from './scenario.ts';
import { available, deployment, labels, pod, replicaSet, settle } from './steps.ts';

/** Pods that fail, are released, or are adopted. */
export const podScenarios: readonly Scenario[] = [
  {
    name: 'pod-deleted',
    steps: [deployment(2), available(2), settle, { delete: 'Pod', name: { startsWith: 'web-' } }, settle],
  },
  {
    name: 'pod-failed',
    steps: [
      deployment(2),
      available(2),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, subresource: 'status', with: { status: { phase: 'Failed' } } },
      settle,
    ],
  },
  {
    name: 'pod-released',
    steps: [
      deployment(2),
      available(2),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, with: { metadata: { labels: { app: 'other' } } } },
      settle,
    ],
  },
  { name: 'pod-adopted', steps: [pod('lonely', labels), settle, replicaSet(2), settle] },
  { name: 'pod-of-another', steps: [pod('lonely', { app: 'other' }), replicaSet(1), settle] },
  {
    name: 'too-many-adopted',
    steps: [pod('a', labels), pod('b', labels), settle, replicaSet(1), settle],
    varies: [
      {
        pattern: /(?<="name":")[ab](?=")|(?<=of Pod )[ab](?=\/)/,
        why: 'which of two equal Pods is removed depends on whether they were created, and became ready, in the same second',
      },
    ],
  },
  { name: 'refused-pods', steps: [deployment(2, { pod: { priorityClassName: 'nope' } }), settle] },
];
