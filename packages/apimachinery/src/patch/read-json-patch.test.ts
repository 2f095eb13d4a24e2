import { expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { JsonPatchDecodeError, readJsonPatch } from './read-json-patch.ts';

test('reads operations, and lists unknown members', () => {
  const body: JsonValue = [{ op: 'add', path: '/a', value: 1, foo: 1 }, null, { op: 'move', from: null, bar: 2 }];
  expect(readJsonPatch(body)).toEqual({ operations: [body[0], {}, body[2]], unknownFields: ['[0].foo', '[2].bar'] });
  expect(readJsonPatch(null)).toEqual({ operations: [], unknownFields: [] });
});

test.each<[JsonValue, string]>([
  [{}, 'json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
  ['x', 'json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp'],
  [5, 'json: cannot unmarshal number into Go value of type []handlers.jsonPatchOp'],
  [[5], 'json: cannot unmarshal number into Go value of type handlers.jsonPatchOp'],
  [[[]], 'json: cannot unmarshal array into Go value of type handlers.jsonPatchOp'],
  [[true], 'json: cannot unmarshal bool into Go value of type handlers.jsonPatchOp'],
  [[{ op: 1 }], 'json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string'],
  [[{ op: 'add', path: {} }], 'json: cannot unmarshal object into Go struct field jsonPatchOp.path of type string'],
])('refuses %j', (body, message) => {
  expect(() => readJsonPatch(body)).toThrow(new JsonPatchDecodeError(message));
});
