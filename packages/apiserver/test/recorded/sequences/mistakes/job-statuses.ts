import type { Area, RequestStep } from '../../sequence.ts';
import { mergePatch, post, sequence } from '../../steps.ts';

const jobs = '/apis/batch/v1/namespaces/${NS}/jobs';
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z'];

const conditions = (...types: readonly string[]): object => ({
  conditions: types.map((type) => ({ type, status: 'True', lastProbeTime: early, lastTransitionTime: early })),
});
const steps = (name: string, spec: object, statuses: readonly object[]): RequestStep[] => [
  post(jobs, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { template, ...spec } }, { quiet: true }),
  ...statuses.map((status) => mergePatch(`${jobs}/${name}/status`, { status })),
];
const indexed = { completionMode: 'Indexed', completions: 5 };
const complete = { ...conditions('SuccessCriteriaMet', 'Complete'), startTime: early, completionTime: late };

/** Statuses of Jobs that are refused. */
export const jobStatusMistakes: Area = {
  name: 'mistakes in statuses of jobs',
  sequences: [
    sequence(
      'counters of jobs',
      ...steps('j', {}, [
        { active: -1, succeeded: -1, failed: -1, ready: -1, terminating: -1 },
        { ready: 1 },
        { active: 2, ready: 1 },
        { failed: 2, succeeded: 2 },
        { failed: 1 },
        { succeeded: 1 },
        { uncountedTerminatedPods: { succeeded: ['a', 'a', ''], failed: ['a', ''] } },
        { uncountedTerminatedPods: { succeeded: ['a'] } },
        { completedIndexes: '1' },
        { failedIndexes: '1' },
        { startTime: early },
        { startTime: late },
      ]),
    ),
    sequence(
      'ends of jobs',
      ...steps('j', {}, [
        conditions('Complete'),
        { ...conditions('Complete'), startTime: early },
        { ...conditions('Failed'), startTime: early },
        { ...conditions('SuccessCriteriaMet', 'Failed'), startTime: early },
        { ...conditions('SuccessCriteriaMet', 'FailureTarget'), startTime: early },
        {
          ...conditions('SuccessCriteriaMet', 'Complete', 'Failed', 'FailureTarget'),
          startTime: early,
          completionTime: late,
        },
        { completionTime: late },
        { ...complete, startTime: late, completionTime: early },
        { ...complete, active: 1 },
        { ...complete, terminating: 1 },
        { ...complete, uncountedTerminatedPods: { failed: ['a'] } },
        complete,
        { conditions: [] },
        { completionTime: '2026-01-01T00:02:00Z' },
        { startTime: null },
        { active: 1 },
      ]),
    ),
    sequence(
      'indexes of jobs',
      ...steps('i', { ...indexed, backoffLimitPerIndex: 1 }, [
        { completedIndexes: '0,2-4' },
        { completedIndexes: '5' },
        { completedIndexes: '1,0' },
        { completedIndexes: '1-2-3' },
        { completedIndexes: 'x' },
        { failedIndexes: '1' },
        { failedIndexes: '1-2' },
        { failedIndexes: '9' },
        { completedIndexes: '0-1' },
      ]),
      ...steps('f', {}, [
        { ...conditions('FailureTarget', 'Failed'), startTime: early },
        { ...conditions('Failed') },
        { failed: 3 },
      ]),
      ...steps('p', { ...indexed, successPolicy: { rules: [{ succeededCount: 1 }] } }, [
        { ...conditions('Complete'), startTime: early, completionTime: late },
        { ...conditions('SuccessCriteriaMet') },
        { conditions: [] },
        complete,
      ]),
    ),
  ],
};
