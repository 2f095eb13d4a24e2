import { expect, test } from 'vitest';
import { text } from './scaffold-file.ts';

test.each([
  ['\n    a:\n      b\n\n    c\n  ', 'a:\n  b\n\nc\n'],
  ['\n  target:\n  \tcommand\n', 'target:\n\tcommand\n'],
  ['one line', 'one line'],
])('%j becomes %j', (template, want) => {
  expect(text(template)).toBe(want);
});
