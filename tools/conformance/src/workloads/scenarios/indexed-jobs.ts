import { job, jobHas, jobIs, patchJob, quiet } from './jobs.ts';
import type { Scenario, Step } from './scenario.ts';
import { settle } from './steps.ts';

const indexed = (image: string, spec: object = {}): Step =>
  job({ image, spec: { completionMode: 'Indexed', completions: 4, parallelism: 4, ...spec } });

const failurePolicy = (action: string): object => ({
  podFailurePolicy: { rules: [{ action, onExitCodes: { operator: 'In', values: [42] } }] },
});

/** Jobs each of whose completions has an index. */
export const indexedJobScenarios: readonly Scenario[] = [
  { name: 'indexed', steps: [indexed('succeeds', { parallelism: 2 }), jobIs('Complete', 1), settle] },
  { name: 'indexed-running', steps: [indexed('index-0-succeeds'), quiet] },
  {
    name: 'indexed-failed-index',
    steps: [indexed('index-1-fails', { backoffLimitPerIndex: 0 }), jobIs('Failed', 1), settle],
  },
  {
    name: 'indexed-retried-index',
    steps: [indexed('index-1-fails', { backoffLimitPerIndex: 1 }), jobIs('Failed', 1), settle],
  },
  {
    name: 'indexed-too-many-failed',
    steps: [
      indexed('fails', { backoffLimitPerIndex: 0, maxFailedIndexes: 1, parallelism: 2 }),
      jobIs('Failed', 1),
      settle,
    ],
  },
  {
    name: 'indexed-backoff-limit',
    steps: [indexed('index-1-fails', { backoffLimit: 0 }), jobIs('Failed', 1), settle],
  },
  {
    name: 'indexed-policy-fails-index',
    steps: [
      indexed('index-1-exits-42', { backoffLimitPerIndex: 3, ...failurePolicy('FailIndex') }),
      jobIs('Failed', 1),
      settle,
    ],
  },
  {
    name: 'indexed-policy-ignores',
    // Another Pod of the index, after the back-off.
    steps: [
      indexed('index-1-first-exits-42', { backoffLimitPerIndex: 0, ...failurePolicy('Ignore') }),
      jobIs('Complete', 1),
      settle,
    ],
  },
  {
    name: 'indexed-success-policy',
    steps: [
      indexed('index-0-succeeds', { successPolicy: { rules: [{ succeededIndexes: '0' }] } }),
      jobIs('Complete', 1),
      settle,
    ],
  },
  {
    name: 'indexed-success-count',
    steps: [
      indexed('index-1-fails', {
        backoffLimitPerIndex: 9,
        successPolicy: { rules: [{ succeededIndexes: '1' }, { succeededIndexes: '0-3', succeededCount: 2 }] },
      }),
      jobIs('Complete', 1),
      settle,
    ],
  },
  {
    name: 'indexed-suspended',
    steps: [indexed('index-0-succeeds'), jobHas('status.completedIndexes', '0'), patchJob({ suspend: true }), quiet],
  },
  {
    name: 'indexed-shrunk',
    steps: [
      indexed('index-0-succeeds'),
      jobHas('status.completedIndexes', '0'),
      settle,
      patchJob({ completions: 2, parallelism: 2 }),
      quiet,
    ],
  },
  {
    name: 'indexed-grown',
    steps: [
      indexed('index-0-succeeds', { completions: 2, parallelism: 2 }),
      jobHas('status.completedIndexes', '0'),
      settle,
      patchJob({ completions: 3, parallelism: 3 }),
      quiet,
    ],
  },
  {
    name: 'indexed-pod-deleted',
    steps: [
      indexed('works', { completions: 2, parallelism: 2 }),
      jobHas('status.ready', 2),
      settle,
      { delete: 'Pod', name: { startsWith: 'job-1-' } },
      quiet,
    ],
  },
];
