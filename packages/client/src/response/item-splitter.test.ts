import fc from 'fast-check';
import type { JsonValue } from '@kb/apimachinery';
import { JsonSyntaxError, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { describe, expect, test } from 'vitest';
import { createItemSplitter } from './item-splitter.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Splits a text that arrives in chunks of these sizes, in bytes; the last size repeats. */
function split(text: string, sizes: readonly number[]): { items: string[]; rest: string } {
  const splitter = createItemSplitter();
  const bytes = encode(text);
  const items: string[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[Math.min(turn, sizes.length - 1)] ?? bytes.length);
    items.push(...splitter.push(bytes.subarray(at, at + size)).map(decode));
    at += size;
  }
  return { items, rest: decode(splitter.rest()) };
}

describe('createItemSplitter', () => {
  test.each<[text: string, items: string[], rest: string]>([
    ['{"items":[{"a":1},{"b":"]}\\""}],"kind":"L"}', ['{"a":1}', '{"b":"]}\\""}'], '{"items":[],"kind":"L"}'],
    ['{"items":[]}', [], '{"items":[]}'],
    ['{ "items" : [ \n ] }', [], '{ "items" : [] }'],
    ['{"items":null}', [], '{"items":null}'],
    ['{"kind":"items","x":{"items":[1]},"items":[2]}', ['2'], '{"kind":"items","x":{"items":[1]},"items":[]}'],
    ['{"a":["items",[]],"items":[[1,2],3]}', ['[1,2]', '3'], '{"a":["items",[]],"items":[]}'],
    ['{"kind":"Status"}', [], '{"kind":"Status"}'],
    ['[{"items":[1]}]', [], '[{"items":[1]}]'],
    ['{"items":[1,]}', ['1', ''], '{"items":[]}'],
    ['{"\\"items":[1],"items\\\\":[1]}', [], '{"\\"items":[1],"items\\\\":[1]}'],
    ['{"items":[{"a":', [], '{"items":[{"a":'],
  ])('splits %s', (text, items, rest) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(split(text, [size])).toEqual({ items, rest });
  });

  test('neither loses nor adds anything, wherever chunks end', () => {
    const list = fc.record({
      kind: fc.string(),
      metadata: fc.jsonValue(),
      items: fc.array(fc.jsonValue(), { maxLength: 5 }),
      more: fc.jsonValue(),
    });
    fc.assert(
      fc.property(list, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (value, sizes) => {
        const text = stringifyJson(value);
        const { items, rest } = split(text, sizes);
        const read = parseJson(rest) as Record<string, JsonValue>;
        expect(read['items']).toEqual([]);
        expect({ ...read, items: items.map((item) => parseJson(item)) }).toEqual(parseJson(text));
      }),
    );
  });

  test('finds no items in anything other than a list', () => {
    const text = fc.array(fc.constantFrom('{', '}', '[', ']', ',', '"', '\\', ':', 'items', '"items":[', '1'));
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 9 }),
        (broken, size) => {
          const whole = isJson(broken);
          const { items, rest } = split(broken, [size]);
          expect([rest, ...items].every(isJson)).toBe(whole);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}
