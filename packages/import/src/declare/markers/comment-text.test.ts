import { descriptionOf } from '@kb/codegen/importer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentOf, commentWithMarkers, firstParagraphOf, withoutLineEnds } from './comment-text.ts';

test.each<[name: string, description: string]>([
  ['a line', 'Name of it.'],
  ['lines', 'Name\nof it.'],
  ['paragraphs', 'Name.\n\nIt is short.'],
  ['indentation', 'Names:\n  - a\n\t- b'],
  ['code', '```\nTODO\n---\n@a\n```'],
  ['tags after other words', 'See @a.'],
  ['a plus that is not a marker', '+ a\n+1'],
  ['stars and slashes', '* a\n/ b\n*\n/**'],
  ['html', '<b>a</b> &amp; <!-- b -->'],
  ['letters of any language', 'größer 名前 🙂'],
])('%s fits in a comment', (_, description) => {
  expect(commentOf(description)).toBe(description);
});

test.each<[name: string, description: string, first: string | undefined]>([
  ['nothing', '', undefined],
  ['nothing but blanks', '  \n\t', undefined],
  ['space at the end of a line', 'a \nb', 'a\nb'],
  ['space at the end', 'a\t', 'a'],
  ['a no-break space at the end', 'a\u00a0', 'a'],
  ['empty lines at the beginning', '\na', 'a'],
  ['empty lines at the end', 'a\n\n', 'a'],
  ['several empty lines', 'a\n\n\nb', 'a'],
  ['TODO', 'a\nTODO: b', undefined],
  ['dashes', 'a\n---\nb', undefined],
  ['a marker', 'a\n+optional', undefined],
  ['an unknown marker, farther in', 'a\n  +b', undefined],
  ['a tag', '@a b', undefined],
  ['a link', 'See {@link Foo}.', undefined],
  ['the end of a comment', 'a */ b', undefined],
  ['carriage returns at the end of lines', 'a\r\nb', 'a\nb'],
  ['carriage returns elsewhere', 'a\rb', undefined],
  ['line breaks of other alphabets', 'a\u2028b\u2029c\u0085d', undefined],
  ['other control characters', 'a\u0000b\u001b', undefined],
  ['half a character', 'a\ud800', undefined],
])('%s does not', (_, description, first) => {
  expect(commentOf(description)).toBeUndefined();
  expect(firstParagraphOf(description)).toBe(first);
});

test('keeps one line break before a line of dashes', () => {
  expect(commentOf('a\n')).toBe('a\n\n---');
});

test('the generator reads the description from the comment', () => {
  const pieces = fc.constantFrom(
    ...'a|b|\n|\n\n| |\t|TODO|---|+a|@a|*|/|```|~~~|{@link a}|{|}|\r|\u2028|\u00a0|é|-'.split('|'),
  );
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const description = parts.join('');
      const text = commentOf(description);
      if (text === undefined) return;
      expect(text).not.toMatch(/\*\/|[\r\u2028\u2029]/);
      expect(descriptionOf(text.split('\n').map((line) => line.trimEnd()))).toBe(description);
    }),
  );
});

test.each([' ', '\n', '{@link ', '*', '/', '\t\n', '`', '+a\n'])('handles a million times %o in no time', (piece) => {
  const before = process.threadCpuUsage();
  const description = `a${piece.repeat(1_000_000)}b`;
  commentOf(description);
  firstParagraphOf(description);
  // In microseconds of this thread's processor time, so that the machine's other work does not count.
  expect(process.threadCpuUsage(before).user).toBeLessThan(20_000_000);
});

test.each([
  ['One. \n Two. \n Three.', { text: 'One.\n Two.\n Three.', ends: ' ' }],
  ['One. \n Two.\n Three.', undefined],
  ['One.\nTwo. ', undefined],
  ['One. ', undefined],
])('puts equal spaces at the ends of the lines of %j into a marker', (description, found) => {
  expect(withoutLineEnds(description)).toEqual(found);
});

test.each([
  ['a\nb', { text: 'a\nb', markers: [] }],
  ['a\n\n\nb', { text: 'a\n\n\nb', markers: ['+kb:blankLines'] }],
  ['a \n \n \n b', { text: 'a\n\n\n b', markers: ['+kb:lineEnds=" "', '+kb:blankLines'] }],
  ['a\n\n\n@b', undefined],
  ['\n\n\na', undefined],
])('puts what a comment cannot keep of %j into markers beside it', (description, found) => {
  expect(commentWithMarkers(description)).toEqual(found);
});
