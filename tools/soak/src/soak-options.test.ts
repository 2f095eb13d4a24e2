import { expect, test } from 'vitest';
import { readOptions } from './soak-options.ts';

test.each([
  { args: [], want: { seed: 1, days: 2, objects: 5000 } },
  { args: ['--seed', '7', '--days', '0.5', '--objects', '60'], want: { seed: 7, days: 0.5, objects: 60 } },
  { args: ['--memory', '5'], want: { seed: 1, days: 2, objects: 5000, memory: 5 } },
  { args: ['--help'], want: undefined },
])('$args', ({ args, want }) => {
  expect(readOptions(args)).toEqual(want);
});

test.each([
  { args: ['--days', 'many'], message: '--days is a number from 0.25 on, not "many"' },
  { args: ['--objects', '1'], message: '--objects is a number from 10 on, not "1"' },
  { args: ['--memory', '0'], message: '--memory is a number from 1 on, not "0"' },
  { args: ['--weeks', '1'], message: '--weeks' },
])('refused: $args', ({ args, message }) => {
  expect(() => readOptions(args)).toThrow(message);
});
