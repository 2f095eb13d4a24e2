import { describe, expect, test } from 'vitest';
import { asStored, countPods, differsFrom, type StatusCounts, withFinishedUpdate } from './stateful-set-status.ts';
import { podOf, setOf } from './test-support/sets.ts';

const revisions = { currentRevision: 'web-1', updateRevision: 'web-2', collisionCount: 0 };
const ending = podOf('web-3', { ready: true, revision: 'web-2' });
const pods = [
  podOf('web-0', { ready: true }),
  podOf('web-1', { ready: true, revision: 'web-2' }),
  podOf('web-2', { revision: 'web-2' }),
  { ...ending, metadata: { ...ending.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
];

describe('countPods', () => {
  test('counts Pods that are being deleted, but not in a revision', () => {
    expect(countPods(setOf({ minReadySeconds: 5 }), revisions, pods, 0)).toEqual({
      observedGeneration: 1,
      ...revisions,
      replicas: 4,
      readyReplicas: 3,
      availableReplicas: 0,
      currentReplicas: 1,
      updatedReplicas: 2,
    });
    expect(countPods(setOf({ minReadySeconds: 5 }), revisions, pods, 5000).availableReplicas).toBe(3);
  });
});

const done: StatusCounts = {
  observedGeneration: 1,
  ...revisions,
  replicas: 2,
  readyReplicas: 2,
  availableReplicas: 2,
  currentReplicas: 0,
  updatedReplicas: 2,
};

describe('withFinishedUpdate', () => {
  const updating = setOf({ replicas: 2, updateStrategy: { type: 'RollingUpdate' } });

  test('makes the latest revision the current one when every Pod is updated and ready', () => {
    expect(withFinishedUpdate(updating, done)).toMatchObject({ currentReplicas: 2, currentRevision: 'web-2' });
  });

  test.each([{ readyReplicas: 1 }, { updatedReplicas: 1 }, { replicas: 3 }])('waits while %o', (change) => {
    expect(withFinishedUpdate(updating, { ...done, ...change }).currentRevision).toBe('web-1');
  });

  test('never ends an update that users carry out', () => {
    const manual = setOf({ replicas: 2, updateStrategy: { type: 'OnDelete' } });
    expect(withFinishedUpdate(manual, done)).toBe(done);
  });
});

describe('differsFrom', () => {
  test('compares counts and revisions with the stored status, where zero is left out', () => {
    const none = { ...done, replicas: 0, readyReplicas: 0, availableReplicas: 0, updatedReplicas: 0 };
    expect(asStored(none)).toEqual({
      observedGeneration: 1,
      ...revisions,
      replicas: 0,
      availableReplicas: 0,
    });
    expect(differsFrom(setOf({}, asStored(none)), none)).toBe(false);
    expect(differsFrom(setOf({}, asStored(done)), done)).toBe(false);
    expect(differsFrom(setOf({}, asStored(done)), none)).toBe(true);
    expect(differsFrom(setOf({}, asStored(done)), { ...done, observedGeneration: 2 })).toBe(true);
    expect(differsFrom(setOf({}), done)).toBe(true);
  });
});
