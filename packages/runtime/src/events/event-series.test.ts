import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { minutes } from '../durations.ts';
import { createEventSeriesCache, type EventSeriesCache, type EventWrite } from './event-series.ts';
import { createSpamFilter } from './spam-filter.ts';

function start(): { clock: VirtualClock; writes: string[]; cache: EventSeriesCache; observe: (key: string) => void } {
  const clock = createVirtualClock({ now: 0 });
  const writes: string[] = [];
  const describeWrite = (write: EventWrite): string =>
    write.type === 'create'
      ? `create ${write.key}`
      : `patch ${write.key} ${write.series.count} ${write.series.lastObservedTime}`;
  const cache = createEventSeriesCache(clock, (write) => void writes.push(describeWrite(write)));
  const event = { metadata: { name: 'e' } } as EventWrite['event'];
  return { clock, writes, cache, observe: (key) => void cache.observe(key, () => event) };
}

test('the first occurrence is created, the second makes a series, more are counted and sent every 30 minutes', async () => {
  const { clock, writes, observe, cache } = start();
  for (let n = 0; n < 36; n += 1) {
    observe('a');
    await clock.advance(minutes(1));
  }
  expect(writes).toEqual([
    'create a',
    'patch a 2 1970-01-01T00:01:00.000000Z',
    'patch a 36 1970-01-01T00:35:00.000000Z',
  ]);
  cache.stop();
  expect(clock.pending()).toBe(0);
});

test('a series that does not occur for 6 minutes ends with its last count, and begins again later', async () => {
  const { clock, writes, observe } = start();
  for (const key of ['a', 'a', 'a', 'b']) observe(key);
  expect(writes).toEqual(['create a', 'patch a 2 1970-01-01T00:00:00.000000Z', 'create b']);
  await clock.advance(minutes(6));
  expect(writes.slice(3)).toEqual(['patch a 3 1970-01-01T00:00:00.000000Z']);
  expect(clock.pending()).toBe(0);
  observe('a');
  expect(writes.at(-1)).toBe('create a');
});

test('stopping sends the counts, and ends the timer', () => {
  const { clock, writes, observe, cache } = start();
  for (const key of ['a', 'a', 'a']) observe(key);
  cache.stop();
  expect(writes.at(-1)).toBe('patch a 3 1970-01-01T00:00:00.000000Z');
  expect(clock.pending()).toBe(0);
});

test('an event that must not be recorded begins no series', () => {
  const { clock, writes, cache } = start();
  for (let n = 0; n < 3; n += 1) expect(cache.observe('a', () => undefined)).toBe(false);
  expect(writes).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test('beyond 4096 series the oldest one ends with its count', () => {
  const { writes, observe } = start();
  for (let n = 0; n < 3; n += 1) observe('a');
  for (let n = 0; n < 4095; n += 1) observe(`b${n}`);
  expect(writes.filter((write) => write.startsWith('patch'))).toHaveLength(1);
  observe('c');
  expect(writes.slice(-2)).toEqual(['patch a 3 1970-01-01T00:00:00.000000Z', 'create c']);
  observe('a');
  expect(writes.at(-1)).toBe('create a');
});

test('a spam filter lets 25 through at once, then one each 5 minutes, each key for itself', async () => {
  const clock = createVirtualClock();
  const passes = createSpamFilter(() => clock.now());
  const count = (): number => Array.from({ length: 40 }, () => passes('a')).filter(Boolean).length;
  expect(count()).toBe(25);
  expect(passes('b')).toBe(true);
  await clock.advance(minutes(5));
  expect(count()).toBe(1);
  await clock.advance(minutes(1000));
  expect(count()).toBe(25);
});
