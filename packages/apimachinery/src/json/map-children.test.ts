import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { mapItems, mapProperties } from './map-children.ts';

/** Creates a function that doubles numbers, returns everything else unchanged, and records its arguments. */
function doubling(): { readonly seen: unknown[]; readonly change: (value: JsonValue) => JsonValue } {
  const seen: unknown[] = [];
  const change = (value: JsonValue): JsonValue => {
    seen.push(value);
    return typeof value === 'number' ? value * 2 : value;
  };
  return { seen, change };
}

test('mapItems changes a copy, and only where there is something to change', () => {
  const list: JsonValue[] = ['a', 1, null, 2];
  expect(mapItems(list, (item, index) => (typeof item === 'number' ? item + index : item))).toEqual(['a', 2, null, 5]);
  expect(list).toEqual(['a', 1, null, 2]);
  expect(mapItems(list, (item) => item)).toBe(list);
});

test('mapProperties changes a copy, leaves out what becomes undefined, and takes __proto__ for a name', () => {
  const object = JSON.parse('{"a":1,"b":2,"__proto__":3}') as JsonObject;
  const changed = mapProperties(object, (value, key) => (key === 'a' ? undefined : value === 3 ? 'x' : value));
  expect(Object.entries(changed)).toEqual([
    ['b', 2],
    ['__proto__', 'x'],
  ]);
  expect(Object.keys(object)).toEqual(['a', 'b', '__proto__']);
  expect(mapProperties(object, (value) => value)).toBe(object);
});

test('a value that is undefined stays, and is not offered for a change', () => {
  const ofList = doubling();
  // JavaScript callers may pass it in spite of the types.
  expect(mapItems([1, undefined as unknown as JsonValue, 2], ofList.change)).toEqual([2, undefined, 4]);
  expect(ofList.seen).toEqual([1, 2]);
  const ofObject = doubling();
  expect(mapProperties({ a: 1, b: undefined as unknown as JsonValue, c: 2 }, ofObject.change)).toEqual({ a: 2, c: 4 });
  expect(ofObject.seen).toEqual([1, 2]);
});
