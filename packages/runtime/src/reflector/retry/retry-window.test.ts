import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createRetryWindow } from './retry-window.ts';

// The numbers are those of client-go's RetryWithDeadline: a minute without an error begins a new window.
test.each([
  { what: 'no window', longest: 0, steps: [0, 1000], want: [false, false] },
  { what: 'errors within it', longest: 30_000, steps: [0, 10_000, 20_000], want: [true, true, true] },
  { what: 'an error after it', longest: 30_000, steps: [0, 30_001], want: [true, false] },
  { what: 'a new window after one that is over', longest: 30_000, steps: [0, 30_001, 1000], want: [true, false, true] },
  { what: 'a new window after a quiet minute', longest: 30_000, steps: [0, 60_000, 30_000], want: [true, true, true] },
  { what: 'a window that errors keep open', longest: 90_000, steps: [0, 59_000, 59_000], want: [true, true, false] },
])('$what', async ({ longest, steps, want }) => {
  const clock = createVirtualClock();
  const window = createRetryWindow(longest, clock);
  const answers: boolean[] = [];
  for (const step of steps) {
    await clock.advance(step);
    answers.push(window.mayRetry());
  }
  expect(answers).toEqual(want);
});
