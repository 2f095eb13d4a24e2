import assert from 'node:assert/strict';
import {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  itemFastSlowRateLimiter,
  maxOfRateLimiter,
  type RateLimiter,
  withMaxWaitRateLimiter,
} from '../../../src/queue/rate-limiter.ts';
import type { Scenario } from '../scenario.ts';

const waits = (limiter: RateLimiter<string>, item: string, count: number): number[] =>
  Array.from({ length: count }, () => limiter.when(item));

export const scenario: Scenario = {
  name: 'The exponential limiter: its exact series, its cap, no overflow at huge counts, forget starts over; and the others',
  embeddedOnly: 'no server is involved',
  run: async ({ clock, virtualClock }) => {
    const exponential = itemExponentialFailureRateLimiter<string>();
    const series = Array.from({ length: 18 }, (_, failures) => 5 * 2 ** failures);
    assert.deepEqual(waits(exponential, 'a', 20), [...series, 1_000_000, 1_000_000]);
    assert.deepEqual(waits(exponential, 'b', 2), [5, 10], 'each item has its own count');
    assert.equal(exponential.numRequeues('a'), 20);
    exponential.forget('a');
    assert.deepEqual([exponential.numRequeues('a'), exponential.when('a')], [0, 5]);
    assert.deepEqual([...new Set(waits(exponential, 'huge', 5000).slice(18))], [1_000_000]);
    const uncapped = itemExponentialFailureRateLimiter<string>(0, Number.MAX_VALUE);
    assert.deepEqual([...new Set(waits(uncapped, 'nothing', 2000))], [0], 'nothing stays nothing');

    const fastSlow = itemFastSlowRateLimiter<string>(5, 3000, 3);
    assert.deepEqual(waits(fastSlow, 'a', 5), [5, 5, 5, 3000, 3000]);
    fastSlow.forget('a');
    assert.deepEqual(waits(fastSlow, 'a', 1), [5]);

    const most = maxOfRateLimiter(
      itemFastSlowRateLimiter<string>(5, 3000, 3),
      itemExponentialFailureRateLimiter<string>(1, 1_000_000),
    );
    assert.deepEqual(waits(most, 'a', 5), [5, 5, 5, 3000, 3000]);
    assert.equal(most.numRequeues('a'), 5);

    const short = withMaxWaitRateLimiter(itemExponentialFailureRateLimiter<string>(), 20);
    assert.deepEqual(waits(short, 'a', 5), [5, 10, 20, 20, 20]);

    const bucket = bucketRateLimiter<string>(() => clock.now());
    const first = waits(bucket, 'any', 103);
    assert.deepEqual([...new Set(first.slice(0, 100)), ...first.slice(100)], [0, 100, 200, 300]);
    await virtualClock?.advance(1000);
    assert.ok(
      waits(bucket, 'any', 7).every((wait) => wait <= 1e-9),
      'a second gives ten, of which three were taken',
    );
    assert.ok(Math.abs(bucket.when('any') - 100) < 1e-6);

    const both = defaultControllerRateLimiter<string>(() => clock.now());
    assert.deepEqual(waits(both, 'a', 4), [5, 10, 20, 40]);
    const many = Array.from({ length: 100 }, (_, index) => both.when(`b${index}`));
    assert.deepEqual([many[0], many[95], Math.round(many[96] ?? 0), Math.round(many[99] ?? 0)], [5, 5, 100, 400]);
  },
};
