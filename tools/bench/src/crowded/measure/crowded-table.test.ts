import { expect, test } from 'vitest';
import { alignedLines, crowdedTables, markdownLines } from './crowded-table.ts';
import type { MeasuredWork, WorkRun } from './measured-work.ts';

const run = (took: number, waits: readonly number[], peakMemory: number): WorkRun => ({
  took,
  waits,
  ownDelay: took / 100,
  memoryBefore: 100,
  loop: {
    longestTurn: took / 10,
    longestTurnCpu: took / 20,
    longestAnswerCpu: took / 25,
    longTurns: 0,
    longestCollection: 3,
    memory: 0,
    peakMemory,
    heap: 0,
  },
});
const work: MeasuredWork = { name: 'list', runs: [run(100, [0, 1.5, 60], 200), run(300, [700, 50], 150)] };

test('a row has the waits of all runs, the median time, and the maximum of the other columns', () => {
  const [table] = crowdedTables([work]);
  expect(table?.[0]).toContain('over 50 ms');
  expect(table?.[1]).toEqual([
    'list',
    '200.0 ms',
    '5',
    '50.0 ms',
    '700.0 ms',
    '700.0 ms',
    '2',
    '30.0 ms (15.0 ms)',
    '12.0 ms',
    '3.0 ms',
    '3.0 ms',
    '100.0 MB',
    '200.0 MB',
  ]);
});

test('the histogram has a column for each bound, and one for longer waits', () => {
  const [, [head, row] = []] = crowdedTables([work]);
  expect(head).toEqual(['wait in ms', '≤ 1', '≤ 2', '≤ 5', '≤ 10', '≤ 20', '≤ 50', '≤ 100', '≤ 200', '≤ 500', '> 500']);
  expect(row).toEqual(['list', '1', '1', '0', '0', '0', '1', '1', '0', '0', '1']);
});

test('aligns the lines for a terminal', () => {
  expect(
    alignedLines([
      ['work', 'took'],
      ['a list', '1'],
    ]),
  ).toEqual(['work    took', 'a list     1']);
});

test('separates the head from the rows in Markdown', () => {
  expect(
    markdownLines([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ).toEqual(['| a | b |', '| --- | --: |', '| 1 | 2 |']);
});
