import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const usual = { words: [], without: [], places: [], embedded: false, live: false, full: false, seed: 1 };

test.each([
  { args: [], options: usual },
  { args: ['--embedded', 'story'], options: { ...usual, embedded: true, words: ['story'] } },
  { args: ['--live'], options: { ...usual, live: true } },
  { args: ['--live', '--embedded'], options: { problem: '--embedded and --live exclude each other' } },
  { args: ['--full', '--seed', '42'], options: { ...usual, full: true, seed: 42 } },
  { args: ['--part', '7'], options: { ...usual, part: 7 } },
  { args: ['--part', 'all'], options: { problem: '--part takes a whole number, not "all"' } },
  { args: ['--without', 'cel', '--without', 'api server'], options: { ...usual, without: ['cel', 'api server'] } },
  { args: ['--runs', '500'], options: { ...usual, runs: 500 } },
  { args: ['--runs', '0'], options: { problem: '--runs takes a number from 1, not "0"' } },
  { args: ['--help'], options: 'help' },
  { args: ['-h'], options: 'help' },
  { args: ['--seed', 'x'], options: { problem: '--seed takes a whole number, not "x"' } },
  { args: ['--nope'], options: { problem: "Unknown option '--nope'" } },
])('reads $args', ({ args, options }) => {
  expect(readOptions(args, { folder: '/here', exists: () => false })).toEqual(options);
});

test.each([
  { args: ['round-trip', 'crds'], options: { ...usual, words: ['round-trip'], places: ['/here/crds'] } },
  { args: ['round-trip', '/there/crds'], options: { ...usual, words: ['round-trip'], places: ['/there/crds'] } },
  { args: ['round-trip', 'into'], options: { ...usual, words: ['round-trip', 'into'] } },
  { args: ['crds'], options: { ...usual, words: ['crds'] } },
  { args: ['round-trip', './nowhere'], options: { problem: 'there is no folder ./nowhere' } },
  {
    args: ['round-trip', 'crds', 'into'],
    options: { problem: 'with a folder, round-trip is the only other word' },
  },
  { args: ['serve', 'crds', '--full'], options: { ...usual, serve: '/here/crds', full: true } },
  { args: ['serve', './nowhere'], options: { ...usual, serve: '/here/nowhere' } },
  { args: ['served', 'definitions'], options: { ...usual, words: ['served', 'definitions'] } },
  {
    args: ['serve'],
    options: { problem: 'serve takes one folder or file with CRDs: npm run conformance -- serve FOLDER' },
  },
  {
    args: ['serve', 'crds', '--embedded'],
    options: { problem: 'serve compares with the real control plane: leave out --embedded' },
  },
])('reads folders in $args', ({ args, options }) => {
  const exists = (place: string): boolean => place === '/here/crds' || place === '/there/crds';
  expect(readOptions(args, { folder: '/here', exists })).toEqual(options);
});
