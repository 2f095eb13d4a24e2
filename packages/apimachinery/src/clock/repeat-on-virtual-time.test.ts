import { expect, test } from 'vitest';
import { repeatOnVirtualTime } from './repeat-on-virtual-time.ts';
import { createVirtualClock } from './virtual-clock.ts';

test('advances time from timer to timer until the check passes, and returns its result', async () => {
  const clock = createVirtualClock({ now: 0 });
  const seen: number[] = [];
  let isDone = false;
  clock.after(10, () => undefined);
  clock.after(250, () => {
    isDone = true;
  });
  clock.after(400, () => undefined);
  const result = await repeatOnVirtualTime(clock, () => {
    seen.push(clock.now());
    if (!isDone) throw new Error('not yet');
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual([0, 10, 250]);
});

test('rejects with the last failure when no timer is left', async () => {
  const clock = createVirtualClock({ now: 0 });
  clock.after(10, () => undefined);
  const failing = repeatOnVirtualTime(clock, () => Promise.reject(new Error(`failed at ${clock.now()}`)));
  await expect(failing).rejects.toThrow('failed at 10');
});

test.each([
  { due: 500, timeoutMs: 500, end: 'failed at 500' },
  { due: 501, timeoutMs: 500, end: 'failed at 0' },
  { due: 30_000, timeoutMs: undefined, end: 'failed at 30000' },
  { due: 30_001, timeoutMs: undefined, end: 'failed at 0' },
])('waits at most the timeout: due after $due, $timeoutMs', async ({ due, timeoutMs, end }) => {
  const clock = createVirtualClock({ now: 0 });
  clock.after(due, () => undefined);
  const check = (): never => {
    throw new Error(`failed at ${clock.now()}`);
  };
  await expect(repeatOnVirtualTime(clock, check, { timeoutMs })).rejects.toThrow(end);
});

test('waits for the given work before each check', async () => {
  const clock = createVirtualClock({ now: 0 });
  const steps: string[] = [];
  clock.after(1, () => undefined);
  await repeatOnVirtualTime(
    clock,
    () => {
      steps.push('check');
      if (steps.length < 4) throw new Error('not yet');
    },
    { settle: async () => void steps.push('settle') },
  );
  expect(steps).toEqual(['settle', 'check', 'settle', 'check']);
});
