import { expect, test } from 'vitest';
import { handWrittenSources } from '../comments/hand-written-sources.ts';

// The limits of vitest.config.ts fit a slow machine: those of a test itself, and the second of `vi.waitFor`, do not.
const OWN_LIMIT = /^\s*\}, [\d_]+\);$|\bvi\.wait(?:For|Until)\(|\.poll\(.*\btimeout:/;

test.each(['}, 60_000);', '  await vi.waitFor(() => done);', 'await expect.poll(open, { timeout: 20_000 }).toBe(0);'])(
  'finds %s',
  (line) => {
    expect(OWN_LIMIT.test(line)).toBe(true);
  },
);

test('tests have no time limits of their own', () => {
  const tests = handWrittenSources().filter(({ path }) => path.endsWith('.test.ts') && !path.includes('time-limits'));
  expect(tests.length).toBeGreaterThan(500);
  const limited = tests.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (OWN_LIMIT.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(limited, 'use the limits of vitest.config.ts, and expect.poll').toEqual([]);
});
