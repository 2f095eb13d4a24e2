import { excessOf } from '@kb/linear-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLastText, findText, splitText } from './find-text.ts';

/** Texts of two letters, so long that the search of JavaScript is not used. */
const texts = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 40 }))
  .map(([parts, times]) => parts.join('').repeat(times * 50));

test('texts are found where JavaScript finds them', () => {
  fc.assert(
    fc.property(texts, fc.nat(20_000), fc.nat(3000), fc.nat(20_000), (text, start, length, from) => {
      const part = text.slice(start % text.length, (start % text.length) + length + 1);
      expect(findText(text, part)).toBe(text.indexOf(part));
      expect(findText(text, part, from)).toBe(text.indexOf(part, from));
      expect(findLastText(text, part, from)).toBe(text.lastIndexOf(part, from));
      expect(splitText(text, part)).toEqual(text.split(part));
      expect(findText(text, `${part}c`)).toBe(-1);
      expect(findLastText(text, `${part}c`, from)).toBe(-1);
    }),
  );
});

test.each([
  ['b', 'a', ''],
  ['', 'a', 'b'],
  ['', 'ab', 'aa'],
])('the time grows with the length of both texts: %s, %s, %s', async (prefix, repeated, suffix) => {
  const excess = await excessOf((size) => {
    const text = repeated.repeat(size / 2);
    const part = prefix + repeated.repeat(size / 8) + suffix;
    return [findText(text, part), findLastText(text, part, text.length), splitText(text, part).length];
  }, 2 ** 20);
  expect(excess).toBeUndefined();
});
