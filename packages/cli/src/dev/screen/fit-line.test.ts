import { expect, test } from 'vitest';
import { fitLine } from './fit-line.ts';

test.each([
  ['short', 80, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['one more than', 12, 'one more th…'],
  ['漢字漢字', 8, '漢字漢字'],
  ['漢字漢字', 7, '漢字漢…'],
  ['漢字漢字', 6, '漢字…'],
  ['🙂🙂', 3, '🙂…'],
  ['e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
  ['anything', undefined, 'anything'],
  ['ab', 1, '…'],
])('%s in %s columns', (text, columns, want) => {
  expect(fitLine(text, columns)).toBe(want);
});
