import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createOffsetClock } from './offset-clock.ts';

test('time that passes at once fires the timers that are due, in their order, and leaves the others', async () => {
  const base = createVirtualClock();
  const clock = createOffsetClock(base);
  const fired: string[] = [];
  const at = (ms: number, name: string) => clock.after(ms, () => fired.push(name));
  at(5000, 'second');
  at(3000, 'first');
  at(60_000, 'late');
  at(4000, 'cancelled')();
  const before = clock.now();
  clock.advance(10_000);
  expect(fired).toEqual([]);
  await base.advance(0);
  expect(fired).toEqual(['first', 'second']);
  expect(clock.now() - before).toBe(10_000);
  await base.advance(49_999);
  expect(fired).not.toContain('late');
  await base.advance(1);
  expect(fired).toEqual(['first', 'second', 'late']);
});

test('sleeping ends with the advance, or with its signal', async () => {
  const base = createVirtualClock();
  const clock = createOffsetClock(base);
  const sleeping = clock.sleep(1000);
  clock.advance(1000);
  await base.advance(0);
  await sleeping;
  const stop = new AbortController();
  const stopped = clock.sleep(1000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
});
