import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { warningsOf } from './headers.ts';

describe('warningsOf', () => {
  test.each([
    ['one', '299 - "old"', ['old']],
    ['with a date', '299 - "old" "Wed, 21 Oct 2015 07:28:00 GMT"', ['old']],
    ['two in one header', '299 - "a, b", 299 kube "c"', ['a, b', 'c']],
    ['two headers', ['299 - "a"', '299 - "b"'], ['a', 'b']],
    ['quoted signs', String.raw`299 - "say \"x\\y\""`, [String.raw`say "x\y"`]],
    ['another code', '199 - "stale", 299 - "a"', ['a']],
    ['no text', '299 - ""', []],
    ['none', undefined, []],
    ['broken', '299 - "a", garbage', ['a']],
    ['broken at once', 'garbage "a"', []],
    ['not ended', '299 - "a', []],
  ])('%s', (_what, header, want) => {
    expect(warningsOf(header === undefined ? {} : { warning: header })).toEqual(want);
  });

  test('terminates for any header, and parses formatted warnings', () => {
    fc.assert(fc.property(fc.string(), (header) => Array.isArray(warningsOf({ warning: header }))));
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (texts) => {
        const header = texts.map((text) => `299 - "${text.replace(/["\\]/g, (char) => `\\${char}`)}"`).join(', ');
        expect(warningsOf({ warning: header })).toEqual(texts);
      }),
    );
  });
});
