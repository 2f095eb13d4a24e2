import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeConflictMessage, mergeConflictsIn, sidesOfMerge } from './merge-conflicts.ts';

const conflict = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\nd\n';

describe('the conflicts of a text', () => {
  test.each<[name: string, text: string, lines: readonly (readonly [number, number | undefined])[]]>([
    ['none', 'a\nb\n', []],
    ['an underlined title', 'Title\n=======\n', []],
    ['lines that are longer', '<<<<<<<< a\n>>>>>>>>\n', []],
    ['lines that begin with space', ' <<<<<<< a\n', []],
    ['one', conflict, [[2, 6]]],
    [
      'two',
      conflict + conflict,
      [
        [2, 6],
        [9, 13],
      ],
    ],
    ['with the common ancestor', '<<<<<<< a\nb\n||||||| c\nd\n=======\ne\n>>>>>>> f\n', [[1, 7]]],
    ['with line breaks of Windows', conflict.replaceAll('\n', '\r\n'), [[2, 6]]],
    ['at the end, without a line break', '<<<<<<< a\n=======\n>>>>>>>', [[1, 3]]],
    ['a beginning', '<<<<<<< a\nb\n', [[1, undefined]]],
    ['an end', 'a\n>>>>>>> b\n', [[2, undefined]]],
    [
      'a beginning and an end',
      '<<<<<<< a\n>>>>>>> b\n',
      [
        [1, undefined],
        [2, undefined],
      ],
    ],
  ])('%s', (_name, text, lines) => {
    expect(mergeConflictsIn(text).map(({ line, endLine }) => [line, endLine])).toEqual(lines);
  });

  test('have their position', () => {
    const [found] = mergeConflictsIn(conflict);
    expect(found).toEqual({ line: 2, length: '<<<<<<< HEAD'.length, offset: 2, endLine: 6 });
    expect(mergeConflictMessage({ line: 2, endLine: 6 })).toBe('a merge left a conflict here, in the lines 2 to 6');
  });
});

test('returns the merged texts as the two sides', () => {
  expect(sidesOfMerge(conflict)).toEqual(['a\nb\nd\n', 'a\nc\nd\n']);
  expect(sidesOfMerge('<<<<<<< a\nb\n||||||| c\nd\n=======\ne\n>>>>>>> f\n')).toEqual(['b\n', 'e\n']);
  expect(sidesOfMerge('Title\n=======\ntext')).toEqual(['Title\n=======\ntext', 'Title\n=======\ntext']);
});

test('recovers any two sides from git’s conflict', () => {
  const line = fc.constantFrom('a', 'b: c', '', ' <<<<<<< d', '======', '<<<<<<<<');
  const lines = fc.array(line).map((all) => all.map((one) => `${one}\n`).join(''));
  fc.assert(
    fc.property(lines, lines, lines, lines, (before, ours, theirs, after) => {
      const text = `${before}<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> branch\n${after}`;
      expect(sidesOfMerge(text)).toEqual([before + ours + after, before + theirs + after]);
      expect(mergeConflictsIn(text)).toHaveLength(1);
    }),
  );
});
