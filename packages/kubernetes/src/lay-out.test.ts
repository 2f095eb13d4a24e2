import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOut, wordCount, wordsOf } from '../scripts/descriptions/lay-out.ts';

describe('layOut', () => {
  test.each([
    ['one line', '3', 'one two three'],
    ['two', '2 1', 'one two\nthree'],
    ['a blank line', '2 0 1', 'one two\n\nthree'],
    ['an indented line', '1 __2', 'one\n  two three'],
    ['a tab', '1 >_1 >1', 'one\n\t two\n\tthree'],
    ['more than one space between words', '1__2', 'one  two three'],
    ['a space at the end of a line', '1_ 1__ 1', 'one \ntwo  \nthree'],
    ['a line of spaces', '2 ___ 1', 'one two\n   \nthree'],
  ])('%s', (_, figures, text) => {
    const layout = figures.split(' ');
    expect(layOut(wordsOf(text), layout)).toBe(text);
    expect(wordCount(layout)).toBe(wordsOf(text).length);
  });

  test('puts every text together again, whatever is between its words', () => {
    const text = fc
      .array(fc.constantFrom('a', 'word', '-', '9', '__', '>', ' ', '  ', '\t', '\n'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(fc.property(text, (each) => layOut(wordsOf(each), layoutOf(each)) === each));
  });
});

/** As the tool that makes the data writes it. */
function layoutOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line === ''
        ? '0'
        : line.replaceAll(/[^ \t]+(?: [^ \t]+)*|[ \t]+/g, (run) =>
            run.trim() === '' ? run.replaceAll(' ', '_').replaceAll('\t', '>') : String(run.split(' ').length),
          ),
    );
}
