import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { sendBookmarks } from './watch-bookmarks.ts';

/** The seconds at which bookmarks are sent, during three and a half minutes. */
async function secondsOf(deadline: number, soon: boolean): Promise<number[]> {
  const clock = createVirtualClock();
  const start = clock.now();
  const sent: number[] = [];
  const stop = sendBookmarks(clock, {
    send: () => sent.push((clock.now() - start) / 1000),
    soon,
    deadline: start + deadline * 1000,
  });
  await clock.advance(Math.min(deadline, 210) * 1000);
  stop();
  expect(clock.pending()).toBe(0);
  return sent;
}

test.each([
  [10_000, false, [60, 120, 180]],
  [10_000, true, [1, 61, 121, 181]],
  [100, false, [60, 98]],
  [62, false, [60]],
  [61, false, [59]],
  [5, false, [3]],
  [5, true, [1, 3]],
  [2, false, []],
  [1, false, []],
])('a watch of %d s with initial events (%s) gets bookmarks at %j', async (deadline, soon, want) => {
  expect(await secondsOf(deadline, soon)).toEqual(want);
});
