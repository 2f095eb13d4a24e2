import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  maxOfRateLimiter,
} from './rate-limiter.ts';
import { createRateLimitingQueue } from './rate-limiting-queue.ts';

describe('item exponential failure limiter', () => {
  test('doubles from 5 ms up to 1000 s for each item, until it is forgotten', () => {
    const limiter = itemExponentialFailureRateLimiter<string>();
    const series = Array.from({ length: 20 }, () => limiter.when('a'));
    expect(series.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(series[14]).toBe(81_920);
    expect(series.slice(17)).toEqual([655_360, 1_000_000, 1_000_000]);
    expect(limiter.when('b')).toBe(5);
    expect(limiter.numRequeues('a')).toBe(20);
    limiter.forget('a');
    expect([limiter.numRequeues('a'), limiter.when('a')]).toEqual([0, 5]);
  });

  test('does not overflow at any count', () => {
    const limiter = itemExponentialFailureRateLimiter<string>(1, 1000);
    for (let n = 0; n < 2000; n += 1) limiter.when('a');
    expect(limiter.when('a')).toBe(1000);
  });
});

describe('bucket limiter', () => {
  test('gives 100 at once, then one each 100 ms, and fills up again', async () => {
    const clock = createVirtualClock();
    const limiter = bucketRateLimiter<string>(() => clock.now());
    const first = Array.from({ length: 102 }, () => limiter.when('a'));
    expect(first.slice(0, 100).every((wait) => wait === 0)).toBe(true);
    expect(first.slice(100)).toEqual([100, 200]);
    await clock.advance(3600_000);
    expect(Array.from({ length: 101 }, () => limiter.when('a')).filter((wait) => wait > 0)).toEqual([100]);
  });
});

describe('the limiter of controllers', () => {
  test('is the longer of both', async () => {
    const clock = createVirtualClock();
    const limiter = defaultControllerRateLimiter<string>(() => clock.now());
    expect(limiter.when('a')).toBe(5);
    for (let n = 0; n < 100; n += 1) limiter.when(`item-${n}`);
    expect(limiter.when('new')).toBe(200);
    expect(limiter.numRequeues('a')).toBe(1);
    limiter.forget('a');
    expect(limiter.numRequeues('a')).toBe(0);
  });

  test('every limiter counts', () => {
    const slow = itemExponentialFailureRateLimiter<string>(100, 200);
    const fast = itemExponentialFailureRateLimiter<string>(1, 10_000);
    const both = maxOfRateLimiter(slow, fast);
    for (let n = 0; n < 9; n += 1) both.when('a');
    expect(both.when('a')).toBe(512);
    expect(slow.numRequeues('a')).toBe(10);
  });
});

describe('rate limiting queue', () => {
  test('adds a failed item after the wait of its limiter, which starts over once it is forgotten', async () => {
    const clock = createVirtualClock({ now: 0 });
    const queue = createRateLimitingQueue<string>(clock, itemExponentialFailureRateLimiter(10, 1000));
    const waits: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const before = clock.now();
      queue.addRateLimited('a');
      await clock.runUntil(() => queue.length === 1);
      waits.push(clock.now() - before);
      queue.done((await queue.get())?.item ?? '');
    }
    expect(waits).toEqual([10, 20, 40]);
    expect(queue.numRequeues('a')).toBe(3);
    queue.forget('a');
    queue.addRateLimited('a');
    await clock.advance(10);
    expect(queue.length).toBe(1);
  });
});
