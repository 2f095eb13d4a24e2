import { type Clock, createVirtualClock, StatusError } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { retryOnConflict } from './retry-on-conflict.ts';

const conflict = new StatusError({
  apiVersion: 'v1',
  kind: 'Status',
  metadata: {},
  status: 'Failure',
  reason: 'Conflict',
  code: 409,
});

/** A clock that records its sleeps without waiting. */
function notingClock(): { clock: Clock; slept: number[] } {
  const slept: number[] = [];
  return { clock: { ...createVirtualClock(), sleep: async (ms) => void slept.push(ms) }, slept };
}

test.each([
  ['client-go’s default', {}, [10.5, 10.5, 10.5, 10.5]],
  ['growing', { attempts: 4, factor: 5 }, [10.5, 52.5, 262.5]],
  ['once', { attempts: 1 }, []],
])('tries again while it conflicts: %s', async (_what, options, waits) => {
  const { clock, slept } = notingClock();
  let calls = 0;
  const attempt = (): Promise<never> => {
    calls += 1;
    return Promise.reject(conflict);
  };
  await expect(retryOnConflict(attempt, { clock, random: () => 0.5, ...options })).rejects.toBe(conflict);
  expect([calls, slept]).toEqual([waits.length + 1, waits]);
});

test('returns the first success, and rejects at once with other errors', async () => {
  const { clock, slept } = notingClock();
  let calls = 0;
  const third = async (): Promise<string> => {
    calls += 1;
    if (calls < 3) throw conflict;
    return 'done';
  };
  expect(await retryOnConflict(third, { clock, random: () => 0 })).toBe('done');
  expect(slept).toEqual([10, 10]);
  const other = new Error('other');
  await expect(retryOnConflict(() => Promise.reject(other), { clock, random: () => 0 })).rejects.toBe(other);
  expect(slept).toHaveLength(2);
});
