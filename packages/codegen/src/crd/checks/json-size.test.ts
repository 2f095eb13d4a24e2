import type { JsonObject, JsonValue } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSize } from './json-size.ts';

test('returns the number of bytes of the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // JSON has no negative zero.
      const json = JSON.stringify(value);
      expect(jsonSize(JSON.parse(json) as JsonValue)).toBe(Buffer.byteLength(json));
    }),
  );
});

test('measures an object that occurs many times only once', () => {
  let looks = 0;
  let value: JsonObject = {};
  let size = 2;
  for (let level = 0; level < 48; level += 1) {
    const inner = value;
    value = {};
    for (const name of ['a', 'b']) {
      Object.defineProperty(value, name, {
        enumerable: true,
        get: () => {
          looks += 1;
          return inner;
        },
      });
    }
    size = size * 2 + '{"a":,"b":}'.length;
  }
  expect(jsonSize(value)).toBe(size);
  expect(looks).toBe(96);
});
