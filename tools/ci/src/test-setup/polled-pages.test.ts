import { expect, test } from 'vitest';
import { handWrittenSources } from '../comments/hand-written-sources.ts';

// What a page shows comes a moment later than what it waits for, on a slow machine.
const READ_ONCE =
  /expect\(\s*await\s[^;]*?\.(?:count|is[A-Z]\w+|textContent|inner\w+|all\w*Texts|getAttribute|inputValue|boundingBox|evaluate)\(/;

test.each([
  "expect(await page.getByRole('row').count()).toBe(2);",
  "expect(\n  await page.getByRole('searchbox').inputValue(),\n).toBe('cog');",
  'expect(await tab.boundingBox()).toEqual(before);',
])('finds %s', (statement) => {
  expect(READ_ONCE.test(statement)).toBe(true);
});

test('tests of a page read what it shows until it is as expected', () => {
  const tests = handWrittenSources().filter(({ path }) =>
    /packages\/dashboard\/test\/browser\/.*\.test\.ts$/.test(path),
  );
  expect(tests.length).toBeGreaterThan(5);
  const once = tests.filter(({ text }) => text.split(';').some((statement) => READ_ONCE.test(`${statement};`)));
  expect(
    once.map(({ path }) => path),
    'use expect.poll, or expectSeen',
  ).toEqual([]);
});
