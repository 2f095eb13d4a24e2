import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from './system-clock.ts';
import { systemRandom } from './system-random.ts';

afterEach(() => vi.useRealTimers());

describe('systemClock', () => {
  test('waits longer than the longest timer of Node', () => {
    vi.useFakeTimers();
    const called: string[] = [];
    const month = 30 * 24 * 3_600_000;
    systemClock.after(month, () => called.push('month'));
    const cancel = systemClock.after(month, () => called.push('never'));
    systemClock.after(Number.POSITIVE_INFINITY, () => called.push('infinite'));
    vi.advanceTimersByTime(month - 1);
    expect(called).toEqual([]);
    cancel();
    vi.advanceTimersByTime(1);
    expect(called).toEqual(['month']);
    expect(() => systemClock.after(Number.NaN, () => undefined)).toThrow('a number of milliseconds');
  });

  test('leaves no listener on a signal', async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(0, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('returns the current time', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect([before <= now, now <= Date.now()]).toEqual([true, true]);
  });

  test('calls back later, unless it is cancelled', async () => {
    const called: string[] = [];
    const cancel = systemClock.after(0, () => called.push('cancelled'));
    const fired = new Promise<void>((resolve) => {
      systemClock.after(0, () => {
        called.push('fired');
        resolve();
      });
    });
    cancel();
    expect(called).toEqual([]);
    await fired;
    cancel();
    expect(called).toEqual(['fired']);
  });

  test('stops sleeping when the signal is aborted, and rejects with its reason', async () => {
    await systemClock.sleep(0);
    const reason = new Error('enough');
    const controller = new AbortController();
    const slept = systemClock.sleep(3_600_000, controller.signal);
    controller.abort(reason);
    await expect(slept).rejects.toBe(reason);
    await expect(systemClock.sleep(0, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('systemRandom', () => {
  test('is from 0 to 1, and not always the same', () => {
    const numbers = Array.from({ length: 50 }, () => systemRandom());
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(40);
  });
});
