import { formatTime } from '@kb/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LivePod } from '../../shared/kinds.ts';
import type { PodUsage } from './pod-usage.ts';
import { type ReplicaInput, replicasForAverage, replicasForUtilization } from './replica-calculator.ts';

const now = Date.UTC(2026, 0, 2);
const MINUTE = 60_000;

interface Shape {
  readonly phase?: string;
  readonly ready?: boolean;
  readonly deleted?: boolean;
  /** Minutes since the Pod started. */
  readonly age?: number;
  /** Seconds since its readiness changed. */
  readonly since?: number;
}

function podOf(
  name: string,
  { phase = 'Running', ready = true, deleted = false, age = 60, since = 3000 }: Shape = {},
): LivePod {
  const lastTransitionTime = formatTime(now - since * 1000);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: '',
      ...(deleted && { deletionTimestamp: formatTime(now) }),
    },
    spec: { containers: [] },
    status: {
      phase,
      startTime: formatTime(now - age * MINUTE),
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime }],
    },
  };
}

/** Pods `p0`, `p1`… with their usages in thousandths; undefined: no metrics. */
function inputOf(
  usages: readonly (number | undefined)[],
  shapes: readonly Shape[] = [],
  more: Partial<ReplicaInput> = {},
): ReplicaInput {
  const pods = usages.map((_, index) => podOf(`p${index}`, shapes[index]));
  const usage = new Map<string, PodUsage>();
  for (const [index, value] of usages.entries())
    if (value !== undefined) usage.set(`p${index}`, { timestamp: now, window: 15_000, value: BigInt(value) });
  const tolerances = { up: 0.1, down: 0.1 };
  return { current: usages.length, pods, usage, resource: 'cpu', tolerances, now, ...more };
}

const hundredEach = (input: ReplicaInput) => () => new Map(input.pods.map(({ metadata }) => [metadata.name, 100n]));
const byUtilization = (input: ReplicaInput, target = 50): number =>
  replicasForUtilization(input, target, hundredEach(input)).replicas;
const byAverage = (input: ReplicaInput, target = 50n): number => replicasForAverage(input, target).replicas;

describe('the replicas of a usage', () => {
  test.each<[string, ReplicaInput, number]>([
    ['double usage doubles', inputOf([100, 100]), 4],
    ['half of it halves', inputOf([25, 25, 25, 25]), 2],
    ['a bit more stays', inputOf([54, 54]), 2],
    ['a bit more counts with a smaller tolerance', inputOf([54, 54], [], { tolerances: { up: 0.05, down: 0.1 } }), 3],
    ['a missing Pod counts as idle when others use too much', inputOf([100, undefined]), 2],
    ['a Pending Pod counts as idle when others use too much', inputOf([150, undefined], [{}, { phase: 'Pending' }]), 3],
    ['a Pod that is being deleted does not count', inputOf([100, 500], [{}, { deleted: true }]), 2],
    ['a failed Pod does not count', inputOf([100, 500], [{}, { phase: 'Failed' }]), 2],
    ['a Pod that was never ready does not count', inputOf([25, 500], [{}, { ready: false, age: 6, since: 355 }]), 1],
    ['a Pod that was ready counts', inputOf([50, 500], [{}, { ready: false, age: 60, since: 10 }]), 11],
    ['the CPU of a new Pod counts after a whole interval', inputOf([50, 500], [{}, { age: 1, since: 10 }]), 2],
    ['the CPU of a new Pod counts then', inputOf([50, 500], [{}, { age: 1, since: 20 }]), 11],
    ['memory of a new Pod counts at once', inputOf([50, 500], [{}, { age: 1, since: 1 }], { resource: 'memory' }), 11],
  ])('%s', (_what, input, expected) => {
    expect([byUtilization(input), byAverage(input)]).toEqual([expected, expected]);
  });

  test('treats a missing Pod as busy when the others use too little', () => {
    expect(byUtilization(inputOf([10, undefined]))).toBe(2);
    expect(byAverage(inputOf([10, 10, undefined]))).toBe(2);
  });

  test('reports whole percents and the average of the Pods that count', () => {
    const input = inputOf([10, 33, undefined]);
    expect(replicasForUtilization(input, 50, hundredEach(input)).usage).toEqual({ percent: 21, average: 21n });
    expect(replicasForAverage(input, 50n).usage).toBe(21n);
  });

  test.each<[ReplicaInput, string]>([
    [inputOf([]), 'no pods returned by selector while calculating replica count'],
    [inputOf([undefined]), 'did not receive metrics for targeted pods (pods might be unready)'],
    [inputOf([10], [{ phase: 'Pending' }]), 'did not receive metrics for targeted pods (pods might be unready)'],
  ])('fails without usage', (input, message) => {
    expect(() => byAverage(input)).toThrow(message);
    expect(() => byUtilization(input)).toThrow(message);
  });

  test('never turns against the usage', () => {
    const pod = fc.record({
      usage: fc.option(fc.nat({ max: 400 }), { nil: undefined }),
      phase: fc.constantFrom('Running', 'Pending'),
      ready: fc.boolean(),
      age: fc.nat({ max: 10 }),
      since: fc.nat({ max: 900 }),
    });
    const some = fc.array(pod, { minLength: 1, maxLength: 12 });
    const property = fc.property(some, fc.integer({ min: 1, max: 200 }), (pods, target) => {
      const usages = pods.map(({ usage }) => usage);
      const shapes = pods.map(({ usage: _usage, ...shape }) => shape);
      const input = inputOf([10 * target, ...usages], [{}, ...shapes]);
      const { replicas, usage } = replicasForAverage(input, BigInt(target));
      const change = replicas - input.current;
      expect(change * (Number(usage) / target - 1)).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property);
  });

  test('of Pods that all count is the total usage divided by the target', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 500 }),
        (usages, target) => {
          const average = Math.floor(usages.reduce((sum, usage) => sum + usage, 0) / usages.length);
          const wanted = Math.ceil((average / target) * usages.length);
          const isClose = 0.9 <= average / target && average / target <= 1.1;
          expect(byAverage(inputOf(usages), BigInt(target))).toBe(isClose ? usages.length : wanted);
        },
      ),
    );
  });
});
