import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalJson } from './equal-json.ts';
import { hashJson, sha256, toHex } from './hash-json.ts';

describe('equalJson and hashJson', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{ a: null }, {}, false],
    [{ a: undefined }, { b: undefined }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [2n ** 60n, 2n ** 60n, true],
    [2n ** 60n, 2 ** 60, false],
    ['1', 1, false],
    [0, -0, true],
    [JSON.parse('{"__proto__":1}'), {}, false],
    [{ toString: 1 }, {}, false],
  ])('%o and %o: %s', (a, b, want) => {
    expect(equalJson(a, b)).toBe(want);
    expect(equalJson(b, a)).toBe(want);
    expect(hashJson(a) === hashJson(b)).toBe(want);
  });

  test('distinguish values exactly when their JSON differs', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        expect(equalJson(a, structuredClone(a))).toBe(true);
        expect(hashJson(a) === hashJson(b)).toBe(equalJson(a, b));
      }),
    );
  });
});

describe('sha256', () => {
  test('equals the platform’s result', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });
});
