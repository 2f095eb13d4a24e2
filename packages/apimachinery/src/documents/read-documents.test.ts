import { findSlowAttack, type Reader } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { mistakeIn, readDocuments } from './read-documents.ts';

const pieces = [
  'a: ',
  '- ',
  '? ',
  ': ',
  '[a, ',
  '{a: ',
  '"a ',
  "'a ",
  '"a": ',
  '&a ',
  '*a ',
  '!a ',
  '|\n ',
  '>\n ',
  '# a',
  '\\\n',
  '\r',
  '\u2028',
  '\n',
  '{{ a }}\n',
  '{{ a ',
  '---\n',
  '{"a":1}\n',
  '%TAG ',
];

const readers: readonly Reader[] = [
  {
    name: 'documents',
    own: pieces,
    read: (text) => {
      readDocuments(text).map(mistakeIn);
    },
  },
];

test.each(readers)('reads $name in linear time', async (reader) => {
  expect(await findSlowAttack(reader)).toBeUndefined();
});

test('a line and a column count carriage returns and separators as the compiler does', () => {
  const [document] = readDocuments('a: 1\rb: 2\u2028c: [\n');
  expect(document === undefined ? undefined : mistakeIn(document)).toMatchObject({ line: 4, column: 1 });
});

test('documents end at every break of YAML', () => {
  const values = readDocuments('a: 1\r---\rb: 2\u2028---\u2028c: 3\n...\n').map(({ parsed }) => parsed.value);
  expect(values).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
});
