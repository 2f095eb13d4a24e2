import { describe, expect, test } from 'vitest';
import { exponentialBuckets } from './histogram.ts';
import { createMetricsRegistry } from './metrics-registry.ts';

describe('the text format', () => {
  test('counters, gauges and histograms, sorted, numbers and labels as Go writes them', async () => {
    const registry = createMetricsRegistry();
    const requests = registry.counter({ name: 'requests_total', help: 'All.\nOf them \\.', labels: ['zone', 'code'] });
    requests.with('b', '200').inc(1_000_000);
    requests.with('a "quoted" \\ \n', '500').inc();
    requests.with('b', '200').inc(0.5);
    const depth = registry.gauge({ name: 'depth', help: 'Now.' }).with();
    depth.set(3);
    depth.inc();
    depth.dec(6);
    const took = registry.histogram({ name: 'took_seconds', help: 'Long.', labels: ['z'], buckets: [0.00001, 1, 2.5] });
    for (const value of [0, 0.00001, 1.5, 99]) took.with('x').observe(value);
    registry.counter({ name: 'unused_total', help: 'Without series.', labels: ['a'] });
    registry.collected({ name: 'asked', help: 'At each scrape.', labels: ['n'] }, 'gauge', () => [
      { labels: ['2'], value: Number.POSITIVE_INFINITY },
      { labels: ['1'], value: Number.NaN },
    ]);
    expect(await registry.text()).toBe(`# HELP asked At each scrape.
# TYPE asked gauge
asked{n="1"} NaN
asked{n="2"} +Inf
# HELP depth Now.
# TYPE depth gauge
depth -2
# HELP requests_total All.\\nOf them \\\\.
# TYPE requests_total counter
requests_total{code="200",zone="b"} 1.0000005e+06
requests_total{code="500",zone="a \\"quoted\\" \\\\ \\n"} 1
# HELP took_seconds Long.
# TYPE took_seconds histogram
took_seconds_bucket{z="x",le="1e-05"} 2
took_seconds_bucket{z="x",le="1"} 2
took_seconds_bucket{z="x",le="2.5"} 3
took_seconds_bucket{z="x",le="+Inf"} 4
took_seconds_sum{z="x"} 100.50001
took_seconds_count{z="x"} 4
`);
  });

  test('label values whose concatenations are equal are two series', async () => {
    const registry = createMetricsRegistry();
    const counter = registry.counter({ name: 'a_total', help: '', labels: ['x', 'y'] });
    counter.with('a', 'b,1 c').inc();
    counter.with('a1 b', 'c').inc();
    counter.with('ab', '').inc();
    counter.with('', 'ab').inc();
    expect((await registry.text()).match(/^a_total.* 1$/gm)).toHaveLength(4);
  });

  test('invalid values are refused and not counted: a counter that falls, a label that is not a string', async () => {
    const registry = createMetricsRegistry();
    const counter = registry.counter({ name: 'c_total', help: 'C.', labels: ['z'] });
    counter.with('a').inc(0);
    for (const by of [-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number]) {
      expect(() => counter.with('a').inc(by)).toThrow(RangeError);
    }
    expect(() => counter.with('a').inc(-1)).toThrow(
      'the counter c_total can only be increased by a finite number of 0 or more, got -1',
    );
    const untyped: (...values: never[]) => unknown = counter.with;
    expect(() => untyped(undefined as never)).toThrow(
      new TypeError('c_total: the label z must be a text, got undefined'),
    );
    expect(await registry.text()).toContain('c_total{z="a"} 0\n');
  });

  test('the bounds of exponential buckets are those of Go, with its rounding', () => {
    expect(exponentialBuckets(10e-9, 10, 5)).toEqual([1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5]);
  });

  test('metrics of other sources are included, and a duplicate name is an error', async () => {
    const registry = createMetricsRegistry();
    registry.counter({ name: 'ours_total', help: 'x' }).with().inc();
    registry.include({ metrics: () => '# TYPE theirs_total counter\ntheirs_total 2' });
    expect(await registry.text()).toBe(
      '# HELP ours_total x\n# TYPE ours_total counter\nours_total 1\n# TYPE theirs_total counter\ntheirs_total 2\n',
    );
    registry.include({ metrics: () => '# TYPE ours_total counter\nours_total 2' });
    await expect(registry.text()).rejects.toThrow('ours_total is a metric of this registry and of an included one');
  });
});

describe('mistakes', () => {
  const registry = createMetricsRegistry();
  registry.counter({ name: 'taken', help: '', labels: ['a'] });
  test.each([
    ['a name twice', () => registry.gauge({ name: 'taken', help: '' }), 'there is a metric named taken already'],
    ['an invalid name', () => registry.gauge({ name: 'a-b', help: '' }), '"a-b" is not a valid name of a metric'],
    [
      'an invalid label',
      () => registry.gauge({ name: 'a', help: '', labels: ['x-y'] }),
      '"x-y" cannot be a label of a',
    ],
    ['a reserved label', () => registry.gauge({ name: 'a', help: '', labels: ['le'] }), '"le" cannot be a label of a'],
    ['buckets that fall', () => registry.histogram({ name: 'a', help: '', buckets: [2, 1] }), 'do not rise'],
    ['too few values', () => registry.counter({ name: 'b', help: '', labels: ['x'] }).with(), 'got 0 values'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
