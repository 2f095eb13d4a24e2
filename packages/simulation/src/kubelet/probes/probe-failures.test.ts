import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outlook } from '../options/outlook.ts';
import { actsAt, failingProbes, failuresBy, nextFailure } from './probe-failures.ts';

const healthy: Outlook = {
  startMs: undefined,
  exit: undefined,
  unready: false,
  neverStarted: false,
  unhealthyAfterMs: undefined,
  pullError: undefined,
  waiting: undefined,
  startError: undefined,
  stopMs: undefined,
  postStart: undefined,
  preStop: undefined,
};

const delay = fc.integer({ min: 0, max: 60 });
const probes = fc.record({
  initialDelaySeconds: delay,
  periodSeconds: fc.integer({ min: 1, max: 20 }),
  failureThreshold: fc.integer({ min: 1, max: 5 }),
});

test('the failures of a probe come one by one, until the kubelet acts', () => {
  fc.assert(
    fc.property(probes, fc.integer({ min: 0, max: 100_000 }), delay, (probe, unhealthyAfterMs, startup) => {
      const container = { name: 'c', livenessProbe: probe, startupProbe: { initialDelaySeconds: startup } };
      const [failing] = failingProbes(container, { ...healthy, unhealthyAfterMs }, 0);
      if (failing === undefined) throw new Error('no probe fails');
      expect(failing.firstAt).toBeGreaterThanOrEqual(Math.max(unhealthyAfterMs, 1000 * startup));
      const times: number[] = [];
      for (let now = 0; Number.isFinite(now); now = nextFailure(failing, now)) times.push(failuresBy(failing, now));
      expect(times).toEqual([...new Set([failuresBy(failing, 0), ...Array.from(times.keys())])].slice(0, times.length));
      expect([failuresBy(failing, actsAt(failing)), times.at(-1)]).toEqual([failing.threshold, failing.threshold]);
      expect(failuresBy(failing, actsAt(failing) - 1)).toBe(failing.threshold - 1);
    }),
  );
});

test('which probes fail', () => {
  const container = { name: 'c', startupProbe: {}, livenessProbe: {}, readinessProbe: {} };
  const kinds = (changes: Partial<Outlook>): string[] =>
    failingProbes(container, { ...healthy, ...changes }, 0).map(({ kind }) => kind);
  expect(kinds({})).toEqual([]);
  expect(kinds({ unready: true })).toEqual(['Readiness']);
  expect(kinds({ unhealthyAfterMs: 1 })).toEqual(['Liveness', 'Readiness']);
  expect(kinds({ neverStarted: true, unready: true })).toEqual(['Startup']);
  expect(failingProbes({ name: 'c' }, { ...healthy, neverStarted: true, unhealthyAfterMs: 1 }, 0)).toEqual([]);
});
