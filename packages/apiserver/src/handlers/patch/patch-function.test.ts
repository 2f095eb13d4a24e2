import type { JsonValue } from '@kb/apimachinery';
import { applyJsonPatch, applyMergePatch, type JsonPatchOperation } from '@kb/apimachinery/patch';
import { describe, expect, test } from 'vitest';
import { showMergePatched, showOpened } from './patch-function.ts';

const live = { kind: 'K', data: { b: '1', a: '2' }, rest: { z: 1, y: 2 } };

describe('a patched object in errors', () => {
  test.each<[name: string, patch: JsonValue, want: string]>([
    ['what it merged with', { data: { c: '3' } }, '{"data":{"a":"2","b":"1","c":"3"},"kind":"K","rest":{"z":1,"y":2}}'],
    [
      'all that it brought',
      { new: [{ d: 1, c: 2 }] },
      '{"data":{"b":"1","a":"2"},"kind":"K","new":[{"c":2,"d":1}],"rest":{"z":1,"y":2}}',
    ],
    [
      'no list that replaces an object',
      { data: [{ d: 1, c: 2 }] },
      '{"data":[{"d":1,"c":2}],"kind":"K","rest":{"z":1,"y":2}}',
    ],
  ])('has the keys of %s sorted, after a merge patch', (_, patch, want) => {
    expect(JSON.stringify(showMergePatched(applyMergePatch(live, patch), patch, live))).toBe(want);
  });

  test('has the keys of other values than objects sorted, after a merge patch that replaces a list', () => {
    const patch = [{ b: 1, a: 2 }];
    expect(JSON.stringify(showMergePatched(patch, patch, [1]))).toBe('[{"a":2,"b":1}]');
  });

  test.each<[name: string, operations: JsonPatchOperation[], want: string]>([
    [
      'what an operation came to',
      [{ op: 'add', path: '/data/c', value: { y: 1, x: 2 } }],
      '{"data":{"a":"2","b":"1","c":{"y":1,"x":2}},"kind":"K","rest":{"z":1,"y":2}}',
    ],
    [
      'what a test compared',
      [{ op: 'test', path: '/rest', value: { y: 2, z: 1 } }],
      '{"data":{"b":"1","a":"2"},"kind":"K","rest":{"y":2,"z":1}}',
    ],
    ['nothing where there is no operation', [], '{"kind":"K","data":{"b":"1","a":"2"},"rest":{"z":1,"y":2}}'],
  ])('has the keys of %s sorted, after a JSON patch', (_, operations, want) => {
    const opened = new Set<object>();
    expect(JSON.stringify(showOpened(applyJsonPatch(live, operations, opened), opened))).toBe(want);
  });
});
