import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { startEmbedded } from '../test-support/embedded.ts';
import { type Hostile, hostileValue, hostileValues } from '../test-support/hostile-values.ts';
import { inspectRecords } from '../test-support/inspected-records.ts';
import { widgets } from '../test-support/widgets.ts';
import { plainValue, roomOfRecord } from './plain-value.ts';

/** The longest record as JSON: its room twice (texts in quotes), and what surrounds the values. */
const MAX_RECORD = 48_000;

const cyclic = (length: number): object => {
  const round: Record<string, unknown> = { text: 'x'.repeat(length) };
  round['self'] = round;
  return { round, list: Array.from({ length: 100_000 }, () => round) };
};

const more: readonly Hostile[] = [
  { name: 'a cycle', make: () => cyclic(1000) },
  { name: 'a deep object', make: () => Array.from({ length: 10_000 }).reduce((inner: unknown) => ({ inner }), 1) },
  {
    name: 'many long keys',
    make: () => Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}${'k'.repeat(500)}`, at])),
  },
  { name: 'a huge bigint', make: () => 2n ** 400_000n },
  { name: '__proto__', make: () => JSON.parse('{"__proto__":{"polluted":true}}') as unknown },
  { name: 'an invalid Date', make: () => new Date(Number.NaN) },
];

test('any value becomes plain JSON of bounded size', () => {
  const check = ({ make }: Hostile): void => {
    for (const namesObjects of [true, false]) {
      const plain = plainValue({ value: make(), again: [make()] }, roomOfRecord(), { namesObjects });
      const text = JSON.stringify(plain);
      expect(text.length).toBeLessThan(MAX_RECORD);
      expect(JSON.parse(text)).toEqual(plain);
    }
  };
  const long: Hostile = { name: 'a cycle with long texts', make: () => cyclic(1_000_000) };
  for (const value of [...hostileValues(), ...more, long]) check(value);
  fc.assert(fc.property(hostileValue, check));
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
      (value) => check({ name: 'anything', make: () => value }),
    ),
  );
});

test(
  'hostile values in lines, errors and results break no run, and leave the process cut',
  { timeout: 120_000 },
  async () => {
    using records = inspectRecords();
    const env = await startEmbedded();
    const values = [...hostileValues(), ...more];
    let at = 0;
    let runs = 0;
    await env.start([
      controllerFor(widgets).reconcile(({ key, log }) => {
        runs += 1;
        const value = values[at]?.make();
        if (key.name.startsWith('line')) log.info('A line', { value, deep: { list: [value] } });
        else if (key.name.startsWith('error')) log.error(value, 'An error');
        else if (key.name.startsWith('throw')) throw value;
        else return value as undefined;
      }),
    ]);
    for (; at < values.length; at += 1) {
      for (const how of ['line', 'error', 'throw', 'result']) await env.widget(`${how}-${at}`);
    }
    await env.clock.advance(seconds(1));
    expect(runs).toBeGreaterThanOrEqual(4 * values.length);
    const began = records.of('reconcile-began').map(({ reconcileID }) => reconcileID);
    expect(new Set(records.of('reconcile-ended').map(({ reconcileID }) => reconcileID))).toEqual(new Set(began));
    const longest = Math.max(...records.all.map((record) => JSON.stringify(record).length));
    expect(longest).toBeLessThan(MAX_RECORD);
    expect(records.of('reconcile-line').filter(({ message }) => message === 'A line').length).toBeGreaterThanOrEqual(
      values.length,
    );
    await env.stop();
  },
);
