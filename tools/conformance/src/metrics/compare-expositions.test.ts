import { describe, expect, test } from 'vitest';
import { compareSnapshots, type Snapshots } from './compare-expositions.ts';
import type { MetricFamily } from './families.ts';
import { compareLogs, logShapes } from './log-shapes.ts';

const counter: MetricFamily = { name: 'a_total', type: 'counter', labels: ['x'], series: { 'x="1"': 0 } };
const histogram: MetricFamily = { name: 'b', type: 'histogram', labels: [], buckets: ['1', '+Inf'], series: { '': 2 } };

function snapshots(...families: readonly MetricFamily[]): Snapshots {
  const exposition = { contentType: 'text', families };
  return { first: exposition, worked: exposition };
}

const failures = (ours: readonly MetricFamily[], theirs: readonly MetricFamily[] = [counter, histogram]): string[] =>
  compareSnapshots(snapshots(...ours), snapshots(...theirs), false).failures.map(({ name }) => name);

describe('metrics', () => {
  test('accepts equal metrics in another order', () => {
    expect(failures([histogram, counter])).toEqual([]);
  });

  test.each<[string, readonly MetricFamily[], string]>([
    ['a missing family', [histogram], 'a_total'],
    ['another name', [{ ...counter, name: 'c_total' }, histogram], 'c_total'],
    ['another type', [{ ...counter, type: 'gauge' }, histogram], 'a_total'],
    ['another label', [{ ...counter, labels: ['y'] }, histogram], 'a_total'],
    ['a missing series', [{ ...counter, series: {} }, histogram], 'a_total'],
    ['another value', [{ ...counter, series: { 'x="1"': 1 } }, histogram], 'a_total'],
    ['a bound in another notation', [counter, { ...histogram, buckets: ['1.0', '+Inf'] }], 'b'],
  ])('reports %s', (_, ours, name) => {
    expect(failures(ours)).toEqual(expect.arrayContaining([`${name}, first`, `${name}, worked`]));
  });

  test('accepts known differences, and reports those that do not occur with a running program', () => {
    const go = { ...counter, name: 'go_threads' };
    expect(failures([counter, histogram], [counter, histogram, go])).toEqual([]);
    const live = compareSnapshots(snapshots(counter), snapshots(counter, go), true).failures;
    expect(live.map(({ name }) => name)).toContain('known difference /^kb_/');
    expect(live.map(({ name }) => name)).not.toContain('known difference /^go_/');
  });
});

test('compares log lines by level, message and keys', () => {
  const lines = ['{"level":"info","ts":"1","logger":"l","msg":"Hi","a":1,"b":2}', 'I1122 klog', ''];
  expect(logShapes(lines)).toEqual(['info Hi: a, b']);
  expect(compareLogs(['info Hi: a, b', 'info More: '], ['info Hi: a, b'])).toEqual({ total: 1, failures: [] });
  expect(compareLogs(['info Hi: b, a'], ['info Hi: a, b', 'error Observed a panic: panic'])).toEqual({
    total: 1,
    failures: [{ name: 'log line "info Hi: a, b"', message: 'ours: info Hi: b, a' }],
  });
});
