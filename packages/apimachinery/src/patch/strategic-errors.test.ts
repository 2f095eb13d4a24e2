import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { StrategicMergePatchError, strategicMergePatchStatus } from './strategic-errors.ts';
import { c, patched } from './test-support/pod-schema.ts';

describe('refusals', () => {
  test.each<[name: string, original: JsonObject, patch: JsonObject, code: number, message: string]>([
    [
      'an item without its key',
      { containers: [c('a')] },
      { containers: [{ image: 'x' }] },
      500,
      'map: map[image:x] does not contain declared merge key: name',
    ],
    [
      'a deleted item without its key',
      { containers: [c('a')] },
      { containers: [{ $patch: 'delete' }] },
      500,
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      '$patch: merge of an item',
      { containers: [c('a')] },
      { containers: [{ $patch: 'merge', name: 'a' }] },
      500,
      'merging lists cannot yet be specified in the patch',
    ],
    [
      '$patch: merge of an object',
      { labels: {} },
      { labels: { $patch: 'merge' } },
      500,
      'unknown patch type: merge in map: map[$patch:merge]',
    ],
    [
      'another $patch',
      { containers: [c('a')] },
      { containers: [{ $patch: 'bogus', name: 'o' }] },
      500,
      'unknown patch type: bogus in map: map[$patch:bogus name:o]',
    ],
    [
      'mixed items',
      { containers: [c('a')] },
      { containers: ['a'] },
      500,
      'list element types are not identical: [[map[image:i name:a]] [a]]',
    ],
    [
      'lists of lists',
      { finalizers: ['a'] },
      { finalizers: [['a']] },
      500,
      'list element types are not identical: [[a] [[a]]]',
    ],
    ['only lists of lists', { finalizers: [] }, { finalizers: [['a']] }, 422, 'lists of lists are not supported'],
    [
      '$retainKeys that leaves out a key',
      { strategy: {} },
      { strategy: { $retainKeys: ['rolling'], type: 'B' } },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      '$retainKeys that is not a list',
      { strategy: {} },
      { strategy: { $retainKeys: 'type', type: 'B' } },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      '$setElementOrder that is not a list',
      { containers: [] },
      { '$setElementOrder/containers': 'x' },
      500,
      'expected a []interface {}, but received a string',
    ],
    [
      '$setElementOrder that is null',
      { containers: [] },
      { '$setElementOrder/containers': null },
      500,
      'expected a []interface {}, but received a %!s(<nil>)',
    ],
    [
      '$setElementOrder without a field',
      {},
      { $setElementOrder: [] },
      400,
      'invalid patch format of setElementOrder list',
    ],
    [
      '$setElementOrder that leaves out an item',
      { containers: [c('a')] },
      { '$setElementOrder/containers': [{ name: 'b' }], containers: [c('a')] },
      500,
      "The order in patch list:\n[map[image:i name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
    ],
    [
      '$setElementOrder of an object',
      { labels: {} },
      { '$setElementOrder/labels': ['a'] },
      500,
      'expected a []interface {}, but received a map[string]interface {}',
    ],
    [
      '$deleteFromPrimitiveList without a field',
      {},
      { $deleteFromPrimitiveList: ['a'] },
      400,
      'invalid patch format of primitive list',
    ],
    [
      'an object in a map',
      { labels: { a: {} } },
      { labels: { a: {} } },
      500,
      'merging an object in json but data type is not struct, instead is: map',
    ],
    [
      'an unknown field',
      { nope: {} },
      { nope: {} },
      500,
      'unable to find api field in struct for the json field "nope"',
    ],
  ])('%s', (_name, original, patch, code, message) => {
    expect(() => patched(original, patch)).toThrow(new StrategicMergePatchError(message, code as 400));
    expect(() => patched(original, patch)).toThrow(expect.objectContaining({ code }) as Error);
  });

  test.each<[code: 400 | 422 | 500, reason: string | undefined, message: string]>([
    [400, 'BadRequest', 'why'],
    [422, 'Invalid', 'the server rejected our request due to an error in our request'],
    [500, undefined, 'why'],
  ])('maps %d to the API server’s Status', (code, reason, message) => {
    const status = strategicMergePatchStatus(new StrategicMergePatchError('why', code));
    expect([status.code, status.reason, status.message]).toEqual([code, reason, message]);
  });
});
