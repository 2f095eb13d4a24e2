import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { scaledValue } from '../../shared/scaled-value.ts';
import { maxSurge, maxUnavailable, newReplicaSetReplicas, proportionOf } from './rollout-math.ts';

const metadata = { name: 'web', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

function deployment(
  replicas: number,
  rollingUpdate: { maxSurge?: number | string; maxUnavailable?: number | string } = {},
): LiveDeployment {
  const spec = { replicas, selector: {}, template: {}, strategy: { type: 'RollingUpdate', rollingUpdate } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
}

function replicaSet(replicas: number, annotations: Record<string, string> = {}): LiveReplicaSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...metadata, annotations },
    spec: { replicas, selector: {} },
  };
}

describe('scaledValue', () => {
  test.each([
    [3, 10, 'up', 3],
    ['25%', 10, 'up', 3],
    ['25%', 10, 'down', 2],
    ['0%', 10, 'up', 0],
    ['100%', 7, 'down', 7],
    [undefined, 10, 'up', 0],
    ['many', 10, 'up', 0],
  ] as const)('%s of %s rounded %s is %s', (value, total, round, want) => {
    expect(scaledValue(value, total, round)).toBe(want);
  });
});

describe('surge and unavailability', () => {
  test.each([
    // replicas, maxSurge, maxUnavailable, surge, unavailable
    [2, 0, '1%', 0, 1],
    [1, 0, '1%', 0, 1],
    [2, '1%', '25%', 1, 0],
    [1, '1%', '25%', 1, 0],
    [3, '25%', '25%', 1, 0],
    [10, '25%', '25%', 3, 2],
    [2, 0, 5, 0, 2],
    [0, '25%', '25%', 0, 0],
  ])(
    '%s replicas with surge %s and unavailable %s: %s and %s',
    (replicas, surge, unavailable, wantSurge, wantUnavailable) => {
      const test = deployment(replicas, { maxSurge: surge, maxUnavailable: unavailable });
      expect([maxSurge(test), maxUnavailable(test)]).toEqual([wantSurge, wantUnavailable]);
    },
  );
});

describe('newReplicaSetReplicas', () => {
  test.each([
    // replicas, old, current, want
    [3, 3, 0, 1],
    [3, 2, 1, 2],
    [3, 0, 1, 3],
    [3, 4, 0, 0],
    [3, 0, 0, 3],
    [10, 10, 0, 3],
  ])('%s desired, %s old, %s new: scales the new ReplicaSet to %s', (replicas, old, current, want) => {
    const test = deployment(replicas, { maxSurge: '25%' });
    expect(newReplicaSetReplicas(test, [replicaSet(old), replicaSet(current)], current)).toBe(want);
  });

  test('never exceeds the desired replicas, nor the surge', () => {
    const size = fc.nat(40);
    fc.assert(
      fc.property(size, size, size, fc.nat(100), (replicas, old, current, surge) => {
        const test = deployment(replicas, { maxSurge: `${surge}%`, maxUnavailable: 1 });
        const want = newReplicaSetReplicas(test, [replicaSet(old), replicaSet(current)], current);
        const fits = want <= replicas && want + old <= replicas + maxSurge(test);
        expect(want === current || fits).toBe(true);
      }),
    );
  });
});

describe('proportionOf', () => {
  const scaled = { 'deployment.kubernetes.io/max-replicas': '10' };
  test.each([
    // size, replicas after, to add, already added, want
    [8, 20, 10, 0, 8],
    [2, 20, 10, 8, 2],
    [8, 5, -5, 0, -4],
    [2, 5, -5, -4, -1],
    [4, 0, -4, 0, -4],
    [0, 20, 10, 0, 0],
    [8, 20, 0, 0, 0],
  ])('the share of a set of %s, with %s desired, %s to add and %s added: %s', (size, replicas, toAdd, added, want) => {
    expect(
      proportionOf(replicaSet(size, scaled), deployment(replicas, { maxSurge: 0, maxUnavailable: 1 }), toAdd, added),
    ).toBe(want);
  });

  test('falls back to the current size when the annotation was removed', () => {
    const test = { ...deployment(20, { maxUnavailable: 1 }), status: { replicas: 10 } };
    expect(proportionOf(replicaSet(5), test, 10, 0)).toBe(5);
    expect(proportionOf(replicaSet(5), deployment(20), 10, 0)).toBe(0);
  });
});
