import type { Scenario } from '../scenario.ts';
import { replicaSet, settle } from '../steps.ts';
import { oneNode, onFirst, pod, running, taint, twoNodes } from './node-steps.ts';

const noExecute = { key: 'dedicated', value: 'db', effect: 'NoExecute' };
const other = { key: 'other', effect: 'NoExecute' };
const tolerates = (...tolerations: object[]): object => ({
  tolerations: tolerations.map((toleration) => ({ effect: 'NoExecute', operator: 'Exists', ...toleration })),
});
const gone = (name: string) => ({ untilGone: 'Pod', name }) as const;

/** Pods that the taints of their node evict. */
export const taintEvictionScenarios: readonly Scenario[] = [
  {
    // The shortest of the tolerations that match counts.
    name: 'evict-after-the-shortest-time',
    nodes: oneNode,
    steps: [
      pod('a', tolerates({ key: 'dedicated', tolerationSeconds: 3600 }, { key: 'other', tolerationSeconds: 2 })),
      pod('b', tolerates({ key: 'dedicated' }, { key: 'other', tolerationSeconds: 3600 })),
      running('a'),
      running('b'),
      taint('node-a', noExecute, other),
      gone('a'),
      settle,
    ],
  },
  {
    name: 'evict-only-by-no-execute',
    nodes: oneNode,
    steps: [
      pod('a'),
      running('a'),
      taint('node-a', { ...noExecute, effect: 'NoSchedule' }, { ...other, effect: 'PreferNoSchedule' }),
      settle,
    ],
  },
  {
    name: 'evict-a-pod-that-is-bound-by-hand',
    nodes: oneNode,
    steps: [taint('node-a', noExecute), settle, pod('a', { nodeName: 'node-a' }), gone('a'), settle],
  },
  {
    name: 'evict-after-zero-seconds',
    nodes: oneNode,
    steps: [
      pod('a', tolerates({ key: 'dedicated', tolerationSeconds: 0 })),
      running('a'),
      taint('node-a', noExecute),
      gone('a'),
      settle,
    ],
  },
  {
    name: 'evict-to-another-node',
    nodes: twoNodes,
    steps: [
      pod('a', onFirst),
      running('a'),
      replicaSet(2),
      { until: 'ReplicaSet', name: 'web', field: 'status.availableReplicas', equals: 2 },
      settle,
      taint('node-a', noExecute),
      gone('a'),
      { until: 'ReplicaSet', name: 'web', field: 'status.availableReplicas', equals: 2 },
      settle,
    ],
  },
  {
    name: 'evict-when-a-toleration-does-not-match-the-effect',
    nodes: oneNode,
    steps: [
      pod('a', { tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }] }),
      pod('b', { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'db', effect: 'NoExecute' }] }),
      running('a'),
      running('b'),
      taint('node-a', noExecute),
      gone('a'),
      settle,
    ],
  },
  {
    name: 'evict-after-a-second-taint',
    nodes: oneNode,
    steps: [
      pod('a', tolerates({ key: 'dedicated', tolerationSeconds: 3600 })),
      running('a'),
      taint('node-a', noExecute),
      settle,
      taint('node-a', noExecute, other),
      gone('a'),
      settle,
    ],
  },
  {
    name: 'evict-not-after-the-pod-tolerates',
    nodes: oneNode,
    steps: [
      pod('a', tolerates({ key: 'dedicated', tolerationSeconds: 60 })),
      running('a'),
      taint('node-a', noExecute),
      settle,
      {
        patch: 'Pod',
        name: 'a',
        with: {
          spec: {
            tolerations: [
              ...automatic(),
              { key: 'dedicated', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
              { key: 'dedicated', operator: 'Exists' },
            ],
          },
        },
      },
      settle,
    ],
  },
];

/** The tolerations that admission gives to each Pod. */
function automatic(): readonly object[] {
  return ['not-ready', 'unreachable'].map((name) => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }));
}
