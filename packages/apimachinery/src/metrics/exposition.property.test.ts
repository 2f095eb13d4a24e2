import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMetricsRegistry } from './metrics-registry.ts';

const unescape = (text: string): string =>
  text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));

test('for any labels and values, each series is a line from which they can be read again', async () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constant(Number.NaN));
  const series = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.string(), value), {
    selector: ([a, b]) => JSON.stringify([a, b]),
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(series, async (given) => {
      const registry = createMetricsRegistry();
      const gauge = registry.gauge({ name: 'g', help: 'any\nhelp \\', labels: ['b', 'a'] });
      for (const [a, b, set] of given) gauge.with(b, a).set(set);
      const lines = (await registry.text()).split('\n').filter((line) => line.startsWith('g{'));
      const read = lines.map((line) => {
        const [, a = '', b = '', text = ''] =
          /^g\{a="((?:[^"\\\n]|\\.)*)",b="((?:[^"\\\n]|\\.)*)"\} (\S+)$/.exec(line) ?? [];
        return [unescape(a), unescape(b), text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text)];
      });
      const sort = (list: unknown[][]): string[] => list.map((one) => JSON.stringify(one.map(String))).sort();
      expect(sort(read)).toEqual(sort(given));
    }),
  );
});

test('a histogram counts every value once, in the first bucket that it fits into', async () => {
  const bounds = fc
    .uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 })
    .map((list) => [...new Set(list.map((bound) => bound + 0))].sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(fc.double({ noNaN: true })), async (buckets, values) => {
      const registry = createMetricsRegistry();
      const histogram = registry.histogram({ name: 'h', help: '', buckets }).with();
      for (const value of values) histogram.observe(value);
      const text = await registry.text();
      const counts = [...text.matchAll(/^h_bucket\{le="[^"]+"\} (\S+)$/gm)].map(([, count]) => Number(count));
      const want = [...buckets, Number.POSITIVE_INFINITY].map(
        (bound) => values.filter((value) => value <= bound).length,
      );
      expect(counts).toEqual(want);
    }),
  );
});
