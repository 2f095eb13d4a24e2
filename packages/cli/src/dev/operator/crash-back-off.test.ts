import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createCrashBackOff } from './crash-back-off.ts';

test('the wait doubles with each crash, up to a minute', () => {
  const backOff = createCrashBackOff(createVirtualClock());
  expect(Array.from({ length: 8 }, () => backOff.next(10))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ]);
});

test('an operator that ran well, or whose code changed, starts again after a second', () => {
  const backOff = createCrashBackOff(createVirtualClock());
  backOff.next(0);
  backOff.next(0);
  expect(backOff.next(60_000)).toBe(1000);
  expect(backOff.next(59_999)).toBe(2000);
  backOff.reset();
  expect(backOff.next(0)).toBe(1000);
});

test('a restart that is waited for can be cancelled, and a later one replaces it', async () => {
  const clock = createVirtualClock();
  const backOff = createCrashBackOff(clock);
  const restarts: string[] = [];
  backOff.after(100, () => void restarts.push('first'));
  backOff.after(200, () => void restarts.push('second'));
  await clock.advance(200);
  backOff.after(100, () => void restarts.push('third'));
  backOff.cancel();
  await clock.advance(1000);
  expect(restarts).toEqual(['second']);
});
