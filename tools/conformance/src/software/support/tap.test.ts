import { expect, test } from 'vitest';
import { readTap } from './tap.ts';

test('a failed case has its comments, and one without a line has failed', () => {
  const out = '1..3\nok 1 - one\nother output\nnot ok 2 - two\n# expected 1\n# got 2\n';
  expect(readTap({ out, err: 'killed', code: null })).toEqual({
    total: 3,
    failures: [
      { name: 'two', message: 'expected 1\ngot 2' },
      { name: 'case 3', message: 'never ran; exit code null\nkilled' },
    ],
  });
});

test('a program without a plan has not run', () => {
  expect(() => readTap({ out: '', err: 'no module', code: 1 })).toThrow('no module');
});
