import { expect, test } from 'vitest';
import { numberOf } from './field-schema.ts';

test.each([
  ['', Number.NaN],
  ['12', 12],
  ['-1.5', -1.5],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['1e3', 1000],
])('the text %j is the number %s', (text, number) => {
  expect(numberOf(text)).toBe(number);
});
