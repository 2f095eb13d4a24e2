import { describe, expect, test } from 'vitest';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { newCondition } from './conditions.ts';
import {
  deploymentStatus,
  isComplete,
  isProgressing,
  isTimedOut,
  type LiveStatus,
  nextProgressCheck,
  progressDeadline,
} from './deployment-status.ts';

const identity = { uid: 'u', resourceVersion: '1', creationTimestamp: '1970-01-01T00:00:00Z' };
const template = { metadata: {}, spec: { containers: [] } };

function deployment(spec: Partial<LiveDeployment['spec']> = {}, status: LiveStatus = {}): LiveDeployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', generation: 2, ...identity },
    spec: { replicas: 3, selector: {}, template, progressDeadlineSeconds: 600, ...spec },
    status,
  };
}

function replicaSet(replicas: number, status: LiveReplicaSet['status']): LiveReplicaSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web-1', ...identity },
    spec: { replicas, selector: {}, template },
    ...(status && { status }),
  };
}

describe('deploymentStatus', () => {
  const settings = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } };
  const old = replicaSet(1, { replicas: 1, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1 });

  test('counts the Pods of all ReplicaSets, and the updated ones of the current one', () => {
    const current = replicaSet(3, { replicas: 2, readyReplicas: 2, availableReplicas: 1, observedGeneration: 1 });
    const status = deploymentStatus(deployment(settings), { current, old: [old] }, 0);
    expect(status).toEqual({
      observedGeneration: 2,
      replicas: 3,
      updatedReplicas: 2,
      readyReplicas: 3,
      availableReplicas: 2,
      unavailableReplicas: 2,
      conditions: [
        newCondition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', 0),
      ],
    });
  });

  test('is not available with fewer Pods than the strategy allows, and leaves out counts of zero', () => {
    const status = deploymentStatus(deployment(settings), { current: undefined, old: [old] }, 0);
    expect(status).toEqual({
      observedGeneration: 2,
      replicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      conditions: [
        newCondition(
          'Available',
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
          0,
        ),
      ],
    });
  });

  test('sums up terminating Pods once every observed ReplicaSet reports their number', () => {
    const ending = replicaSet(1, { replicas: 1, terminatingReplicas: 2, observedGeneration: 1 });
    const unobserved = replicaSet(1, { replicas: 0 });
    const counts = (current: LiveReplicaSet | undefined, ...others: LiveReplicaSet[]): number | undefined =>
      deploymentStatus(deployment(settings), { current, old: others }, 0).terminatingReplicas;
    expect(counts(ending, ending, unobserved)).toBe(4);
    expect(counts(undefined)).toBe(0);
    expect(counts(ending, old)).toBeUndefined();
  });
});

describe('isComplete', () => {
  const done = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, observedGeneration: 2 };

  test('is true when all Pods are new and available, and the current spec was observed', () => {
    expect(isComplete(deployment(), done)).toBe(true);
    expect(isComplete(deployment({ replicas: 0 }), { observedGeneration: 2 })).toBe(true);
  });

  test.each([
    { ...done, replicas: 4 },
    { ...done, updatedReplicas: 2 },
    { ...done, availableReplicas: 2 },
    { ...done, observedGeneration: 1 },
    undefined,
  ])('is false for %j', (status) => {
    expect(isComplete(deployment(), status)).toBe(false);
  });
});

describe('isProgressing', () => {
  const before = { replicas: 4, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 3 };

  test.each<[string, LiveStatus, boolean]>([
    ['nothing changed', before, false],
    ['more Pods are new', { ...before, replicas: 5, updatedReplicas: 3 }, true],
    ['fewer Pods are old', { ...before, replicas: 3 }, true],
    ['more Pods are old', { ...before, replicas: 5 }, false],
    ['more Pods are ready', { ...before, readyReplicas: 4 }, true],
    ['more Pods are available', { ...before, availableReplicas: 4 }, true],
    ['fewer Pods are available', { ...before, readyReplicas: 2, availableReplicas: 2 }, false],
  ])('%s', (_, after, expected) => {
    expect(isProgressing(deployment({}, before), after)).toBe(expected);
  });

  test('compares a first status with zeros', () => {
    expect(isProgressing(deployment(), { replicas: 1, updatedReplicas: 1 })).toBe(true);
    expect(isProgressing({ ...deployment(), status: {} }, {})).toBe(false);
  });
});

describe('the deadline of a rollout', () => {
  const since = (reason: string, at = 0): LiveStatus => ({
    conditions: [newCondition('Progressing', 'True', reason, '', at)],
  });

  test('is undefined for the largest number of seconds, and when it is not set', () => {
    const { progressDeadlineSeconds: _, ...spec } = deployment().spec;
    expect(progressDeadline(deployment())).toBe(600);
    expect(progressDeadline(deployment({ progressDeadlineSeconds: 2_147_483_647 }))).toBeUndefined();
    expect(progressDeadline({ ...deployment(), spec })).toBeUndefined();
    expect(isTimedOut({ ...deployment(), spec }, since('ReplicaSetUpdated'), 1e12)).toBe(false);
  });

  test('passes that many seconds after the last update', () => {
    expect(isTimedOut(deployment(), since('ReplicaSetUpdated'), 600_000)).toBe(false);
    expect(isTimedOut(deployment(), since('ReplicaSetUpdated'), 600_001)).toBe(true);
    expect(isTimedOut(deployment(), since('NewReplicaSetAvailable'), 600_001)).toBe(false);
    expect(isTimedOut(deployment(), since('ProgressDeadlineExceeded'), 0)).toBe(true);
    expect(isTimedOut(deployment(), {}, 600_001)).toBe(false);
  });

  test('is checked a second later', () => {
    const running = deployment({}, since('ReplicaSetUpdated', 60_000));
    expect(nextProgressCheck(running, {}, 100_000)).toBe(561_000);
    expect(nextProgressCheck(running, {}, 900_000)).toBe(1000);
    expect(nextProgressCheck(deployment(), {}, 0)).toBeUndefined();
    expect(nextProgressCheck(deployment({}, since('ProgressDeadlineExceeded')), {}, 0)).toBeUndefined();
    const done = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, observedGeneration: 2 };
    expect(nextProgressCheck(running, done, 0)).toBeUndefined();
  });
});
