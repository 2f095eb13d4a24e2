import { expect, test } from 'vitest';
import { handWrittenSources } from './hand-written-sources.ts';
import { wideComments } from './wide-comments.ts';

test.each([
  ['// ', [1]],
  ['/** ', [1]],
  [' * ', [1]],
  ['const a = 1; // ', [1]],
  ["const a = 'x // ", []],
  ['const a = ', []],
])('a line of more than 120 columns that begins with %j', (start, lines) => {
  expect(wideComments(`${start}${'word '.repeat(30)}\n`)).toEqual(lines);
  expect(wideComments(`${start}${'word '.repeat(3)}\n`)).toEqual([]);
});

test('comments keep the 120 columns of the formatter', () => {
  const sources = handWrittenSources();
  expect(sources.length).toBeGreaterThan(1000);
  const wide = sources.flatMap(({ path, text }) => wideComments(text).map((line) => `${path}:${line}`));
  expect(wide, 'wrap these lines at 120 columns').toEqual([]);
});
