import { expect, test } from 'vitest';
import { createSilenceGuard, silenceLimit } from './silence-guard.ts';

type Step = 'list bookmark' | 'bookmark' | 'silent';

const none = undefined;
test.each<{ steps: Step[]; limit: number | undefined }>([
  { steps: [], limit: none },
  { steps: ['silent'], limit: none },
  { steps: ['list bookmark'], limit: silenceLimit },
  { steps: ['list bookmark', 'silent'], limit: none },
  { steps: ['bookmark'], limit: silenceLimit },
  { steps: ['bookmark', 'silent', 'silent'], limit: silenceLimit },
  { steps: ['bookmark', 'silent', 'silent', 'silent'], limit: none },
  { steps: ['bookmark', 'silent', 'silent', 'bookmark', 'silent', 'silent'], limit: silenceLimit },
  { steps: ['bookmark', 'list bookmark', 'silent', 'silent'], limit: silenceLimit },
])('after $steps', ({ steps, limit }) => {
  const guard = createSilenceGuard();
  for (const step of steps) {
    if (step === 'silent') guard.gaveUp();
    else guard.bookmark(step === 'list bookmark');
  }
  expect(guard.limit()).toBe(limit);
});
