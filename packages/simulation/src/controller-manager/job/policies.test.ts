import type { PodFailurePolicy } from '@kb/kubernetes/batch/v1';
import { describe, expect, test } from 'vitest';
import type { LivePod } from '../../shared/kinds.ts';
import { countBackOff, noBackOff, remainingBackOff } from './back-off.ts';
import { judgeFailure } from './failure-policy.ts';
import { intervalsOf } from './intervals.ts';
import { finishedAt, type LiveJob } from './job-pods.ts';
import { podOfJob } from './pod-of-job.ts';
import { podsToRemove } from './pods-to-remove.ts';
import { metSuccessPolicy } from './success-policy.ts';

/** A Pod whose containers exited with these codes, the given number of seconds after the epoch. */
const exited = (codes: Readonly<Record<string, number>>, second = 0): LivePod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '1', creationTimestamp: time(0) },
  spec: { containers: Object.keys(codes).map((name) => ({ name, image: 'x' })) },
  status: {
    phase: 'Failed',
    conditions: [{ type: 'DisruptionTarget', status: 'True' }],
    containerStatuses: Object.entries(codes).map(([name, exitCode]) => ({
      name,
      image: 'x',
      imageID: '',
      ready: false,
      restartCount: 0,
      state: { terminated: { exitCode, finishedAt: time(second) } },
    })),
  },
});

const time = (second: number): string =>
  `1970-01-01T00:${String(Math.trunc(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}Z`;

const job = (spec: Partial<LiveJob['spec']>, name = 'job'): LiveJob => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'ns', uid: 'u', resourceVersion: '1', creationTimestamp: time(0) },
  spec: { template: { spec: { containers: [{ name: 'c', image: 'x' }] } }, ...spec },
});

type Rule = PodFailurePolicy['rules'][number];
const onExit = (action: Rule['action'], operator: 'In' | 'NotIn', values: number[], containerName?: string): Rule => ({
  action,
  onExitCodes: { operator, values, ...(containerName && { containerName }) },
});

describe('judgeFailure', () => {
  test.each<[string, Rule[], object]>([
    ['nothing', [], { counted: true }],
    ['a code', [onExit('Ignore', 'In', [3])], { action: 'Ignore', counted: false }],
    ['another code', [onExit('Ignore', 'In', [4])], { counted: true }],
    ['all codes but one', [onExit('FailIndex', 'NotIn', [4])], { action: 'FailIndex', counted: true }],
    ['codes of success never', [onExit('Ignore', 'NotIn', [4], 'good')], { counted: true }],
    ['the first rule', [onExit('Count', 'In', [3]), onExit('Ignore', 'In', [3])], { action: 'Count', counted: true }],
    [
      'a code that fails the Job',
      [onExit('Count', 'In', [9]), onExit('FailJob', 'In', [3], 'bad')],
      {
        action: 'FailJob',
        counted: true,
        message: 'Container bad for pod ns/p failed with exit code 3 matching FailJob rule at index 1',
      },
    ],
    [
      'a condition',
      [{ action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      {
        action: 'FailJob',
        counted: true,
        message: 'Pod ns/p has condition DisruptionTarget matching FailJob rule at index 0',
      },
    ],
  ])('matches %s', (_, rules, expected) => {
    expect(judgeFailure({ rules }, exited({ good: 0, bad: 3 }))).toEqual(expected);
  });
});

test.each([
  [{ succeededIndexes: '0,2' }, [0, 1], undefined],
  [{ succeededIndexes: '0,2' }, [0, 2], 'Matched rules at index 0'],
  [{ succeededIndexes: '0-3', succeededCount: 2 }, [1, 3], 'Matched rules at index 0'],
  [{ succeededCount: 3 }, [1, 3], undefined],
  [{ succeededCount: 2 }, [1, 3], 'Matched rules at index 0'],
  [{ succeededIndexes: '9' }, [1, 3], undefined],
])('metSuccessPolicy of %o with %j', (rule, succeeded, expected) => {
  const indexed = job({ completions: 5, completionMode: 'Indexed', successPolicy: { rules: [rule] } });
  expect(metSuccessPolicy(indexed, intervalsOf(succeeded))).toBe(expected);
});

test('the back-off counts failures since the last success, and doubles with each', () => {
  const once = countBackOff(noBackOff, [], [exited({ c: 1 }, 100)]);
  expect(once).toEqual({ failures: 1, lastFailureAt: 100_000 });
  expect(remainingBackOff(once, 104_000)).toBe(6000);
  expect(remainingBackOff(once, 110_000)).toBe(0);
  const thrice = countBackOff(once, [], [exited({ c: 1 }, 200), exited({ c: 1 }, 150)]);
  expect(remainingBackOff(thrice, 200_000)).toBe(40_000);
  expect(remainingBackOff({ failures: 40, lastFailureAt: 0 }, 0)).toBe(600_000);
  const mixed = countBackOff(thrice, [exited({ c: 0 }, 220)], [exited({ c: 1 }, 210), exited({ c: 1 }, 230)]);
  expect(mixed).toEqual({ failures: 1, lastFailureAt: 230_000 });
  expect(countBackOff(mixed, [exited({ c: 0 }, 300)], [])).toEqual(noBackOff);
});

test('a Pod has finished when its last container has, or when it was deleted', () => {
  expect(finishedAt(exited({ a: 0, b: 1 }, 7))).toBe(7000);
  const { status: _, ...running } = exited({ a: 0 });
  const metadata = { ...running.metadata, deletionTimestamp: time(50), deletionGracePeriodSeconds: 30 };
  expect(finishedAt({ ...running, metadata })).toBe(20_000);
  expect(finishedAt(running)).toBe(0);
});

test('a Pod of an indexed Job has its index in its name, labels, annotations and environment', () => {
  const { metadata, spec } = podOfJob(job({ completionMode: 'Indexed' }), 3, undefined);
  expect(metadata).toMatchObject({
    generateName: 'job-3-',
    labels: { 'batch.kubernetes.io/job-completion-index': '3' },
    annotations: { 'batch.kubernetes.io/job-completion-index': '3' },
    finalizers: ['batch.kubernetes.io/job-tracking'],
  });
  expect(spec).toMatchObject({ hostname: 'job-3', containers: [{ env: [{ name: 'JOB_COMPLETION_INDEX' }] }] });
  const long = podOfJob(job({ completionMode: 'Indexed' }, 'j'.repeat(70)), 12, undefined);
  expect(long.metadata.generateName).toBe(`${'j'.repeat(54)}-12-`);
});

test('Pods without a valid index and duplicates are removed first, then those that have come least far', () => {
  const pod = (name: string, index: string | undefined, phase: string): LivePod => {
    const base = exited({ c: 0 });
    const annotations = index === undefined ? {} : { 'batch.kubernetes.io/job-completion-index': index };
    return {
      ...base,
      metadata: { ...base.metadata, name, annotations },
      spec: { ...base.spec, nodeName: 'n' },
      status: { phase },
    };
  };
  const active = [
    pod('none', undefined, 'Running'),
    pod('a', '0', 'Pending'),
    pod('b', '0', 'Running'),
    pod('c', '1', 'Pending'),
    pod('beyond', '7', 'Running'),
    pod('d', '2', 'Running'),
  ];
  const indexed = job({ completionMode: 'Indexed', completions: 3 });
  const names = (count: number): string[] => podsToRemove(indexed, active, count).map(({ metadata }) => metadata.name);
  expect(names(0)).toEqual(['none', 'a', 'beyond']);
  expect(names(4)).toEqual(['none', 'a', 'beyond', 'c']);
});
