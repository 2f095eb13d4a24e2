import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJsonText, parseExactJson } from './exact-json.ts';

test('integers of any size are read and written as they are', () => {
  const text = '{"limit":9223372036854775807,"list":[-9007199254740993,5,1e+300],"text":"12345678901234567"}';
  const value = parseExactJson(text);
  expect(value).toEqual({
    limit: 9223372036854775807n,
    list: [-9007199254740993n, 5, 1e300],
    text: '12345678901234567',
  });
  expect(exactJsonText(value)).toBe(text);
});

test('what is written can be read again', () => {
  const integer = fc.bigInt().map((value) => parseExactJson(String(value)));
  fc.assert(
    fc.property(fc.array(fc.oneof(integer, fc.jsonValue())), (value) => {
      const text = exactJsonText(value);
      expect(exactJsonText(parseExactJson(text))).toBe(text);
    }),
  );
});
