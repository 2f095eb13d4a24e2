import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { seconds } from '../../durations.ts';
import { watchStall } from './stall-watch.ts';

let clock: VirtualClock;
let beats = 0;
let skipped = 0;
let stalls: number[] = [];

beforeEach(() => {
  clock = createVirtualClock();
  beats = 0;
  skipped = 0;
  stalls = [];
});

const watch = (maxStall: number): ReturnType<typeof watchStall> =>
  watchStall({
    clock: { ...clock, monotonic: () => clock.now() + skipped },
    beats: () => beats,
    maxStall,
    onStall: (stalled) => stalls.push(stalled),
  });

test('an event loop that is blocked for longer than allowed is reported once', async () => {
  const { stalled } = watch(seconds(60));
  await clock.advance(seconds(60));
  expect([stalls.length, stalled()]).toEqual([0, seconds(60)]);
  await clock.advance(seconds(60));
  expect(stalls).toEqual([seconds(61)]);
});

test('an event loop that turns occasionally is not reported', async () => {
  const { stop } = watch(seconds(10));
  for (let n = 0; n < 20; n += 1) {
    await clock.advance(seconds(9));
    beats += 1;
  }
  expect(stalls).toEqual([]);
  stop();
  expect(clock.pending()).toBe(0);
});

test('a suspended process is not reported', async () => {
  const { stop } = watch(seconds(10));
  await clock.advance(seconds(3));
  skipped += seconds(3600);
  await clock.advance(seconds(5));
  expect(stalls).toEqual([]);
  stop();
});

test('without a limit nothing is reported', async () => {
  const { stop, stalled } = watch(0);
  await clock.advance(seconds(7200));
  expect([stalls, stalled() > seconds(7000)]).toEqual([[], true]);
  stop();
});
