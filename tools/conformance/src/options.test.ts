import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const usual = { words: [], embedded: false, full: false, seed: 1 };

test.each([
  { args: [], options: usual },
  { args: ['--embedded', 'story'], options: { ...usual, embedded: true, words: ['story'] } },
  { args: ['--full', '--seed', '42'], options: { ...usual, full: true, seed: 42 } },
  { args: ['--help'], options: 'help' },
  { args: ['-h'], options: 'help' },
  { args: ['--seed', 'x'], options: { problem: '--seed takes a whole number, not "x"' } },
  { args: ['--nope'], options: { problem: "Unknown option '--nope'" } },
])('reads $args', ({ args, options }) => {
  expect(readOptions(args)).toEqual(options);
});
