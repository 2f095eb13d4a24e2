import { expect, test } from 'vitest';
import { createSilenceGuard, SILENCE_LIMIT } from './silence-guard.ts';

type Step = 'list bookmark' | 'bookmark' | 'silent';

const none = undefined;
test.each<{ steps: Step[]; limit: number | undefined }>([
  { steps: [], limit: none },
  { steps: ['silent'], limit: none },
  { steps: ['list bookmark'], limit: SILENCE_LIMIT },
  { steps: ['list bookmark', 'silent'], limit: none },
  { steps: ['bookmark'], limit: SILENCE_LIMIT },
  { steps: ['bookmark', 'silent', 'silent'], limit: SILENCE_LIMIT },
  { steps: ['bookmark', 'silent', 'silent', 'silent'], limit: none },
  { steps: ['bookmark', 'silent', 'silent', 'bookmark', 'silent', 'silent'], limit: SILENCE_LIMIT },
  { steps: ['bookmark', 'list bookmark', 'silent', 'silent'], limit: SILENCE_LIMIT },
])('after $steps', ({ steps, limit }) => {
  const guard = createSilenceGuard();
  for (const step of steps) {
    if (step === 'silent') guard.gaveUp();
    else guard.bookmark(step === 'list bookmark');
  }
  expect(guard.limit()).toBe(limit);
});
