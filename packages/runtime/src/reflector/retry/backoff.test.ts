import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createReflectorBackoff, shortestWait } from './backoff.ts';

test.each([
  { random: 0, waits: [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000] },
  { random: 0.5, waits: [1200, 2400, 4800, 9600, 19_200, 38_400, 45_000, 45_000] },
])('waits with random number $random', ({ random, waits }) => {
  const next = createReflectorBackoff(createVirtualClock(), () => random);
  expect(waits.map(() => next())).toEqual(waits);
});

test.each([
  { quiet: 120_000, wait: 1600 },
  { quiet: 120_001, wait: 800 },
])('$quiet ms after the last failure it waits $wait', async ({ quiet, wait }) => {
  const clock = createVirtualClock();
  const next = createReflectorBackoff(clock, () => 0);
  expect(next()).toBe(800);
  await clock.advance(quiet);
  expect(next()).toBe(wait);
});

test.each([
  [0, 800],
  [0.5, 1200],
])('the shortest wait with random number %d', (random, wait) => {
  expect(shortestWait(() => random)).toBe(wait);
});
