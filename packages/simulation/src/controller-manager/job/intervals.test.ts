import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countIndexes,
  countShared,
  firstMissing,
  formatIntervals,
  hasIndex,
  type Intervals,
  intervalsOf,
  parseIntervals,
  uniteIntervals,
} from './intervals.ts';

const MAX = 40;
const indexes = fc.uniqueArray(fc.nat({ max: MAX - 1 }), { maxLength: 30 });
const listed = (intervals: Intervals): number[] =>
  intervals.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
const sorted = (values: Iterable<number>): number[] => [...new Set(values)].toSorted((a, b) => a - b);

describe('intervals', () => {
  test.each([
    ['', 10, []],
    ['0', 10, [[0, 0]]],
    [
      '0,2-4',
      10,
      [
        [0, 0],
        [2, 4],
      ],
    ],
    ['0,1', 10, [[0, 1]]],
    ['3-20', 10, [[3, 9]]],
    ['1,12', 10, [[1, 1]]],
    ['x,2,-,3-y', 10, [[2, 2]]],
  ])('parse %j below %i', (text, completions, expected) => {
    expect(parseIntervals(text, completions)).toEqual(expected);
  });

  test.each([
    [[], ''],
    [[1], '1'],
    [[1, 2], '1,2'],
    [[1, 2, 3], '1-3'],
    [[0, 2, 3, 4, 7], '0,2-4,7'],
  ])('format %j as %j', (values, text) => {
    expect(formatIntervals(intervalsOf(values))).toBe(text);
  });

  test('hold the indexes that they are made of', () => {
    fc.assert(
      fc.property(indexes, fc.nat({ max: MAX }), (values, index) => {
        const intervals = intervalsOf(values);
        expect(listed(intervals)).toEqual(sorted(values));
        expect(countIndexes(intervals)).toBe(values.length);
        expect(hasIndex(intervals, index)).toBe(values.includes(index));
        expect(parseIntervals(formatIntervals(intervals), MAX)).toEqual(intervals);
      }),
    );
  });

  test('unite, share and leave what sets do', () => {
    fc.assert(
      fc.property(indexes, indexes, fc.nat({ max: MAX }), fc.nat({ max: MAX }), (a, b, count, completions) => {
        const [left, right] = [intervalsOf(a), intervalsOf(b)];
        expect(uniteIntervals(left, right)).toEqual(intervalsOf([...a, ...b]));
        expect(countShared(left, right)).toBe(a.filter((index) => b.includes(index)).length);
        const missing = Array.from({ length: completions }, (_, index) => index).filter((index) => !a.includes(index));
        expect(firstMissing(left, count, completions)).toEqual(missing.slice(0, count));
      }),
    );
  });
});
