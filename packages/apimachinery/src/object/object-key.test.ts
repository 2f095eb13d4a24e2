import { expect, test } from 'vitest';
import { formatObjectKey, type NamedObject, type ObjectKey, parseObjectKey } from './object-key.ts';

test.each<[string | ObjectKey, ObjectKey]>([
  ['default/web', { namespace: 'default', name: 'web' }],
  ['web', { name: 'web' }],
  ['/web', { name: 'web' }],
  [{ name: 'web' }, { name: 'web' }],
])('%j is %j', (key, want) => {
  expect(parseObjectKey(key)).toEqual(want);
});

test.each<[object: NamedObject, ObjectKey]>([
  [{ metadata: { name: 'web', namespace: 'default' } }, { namespace: 'default', name: 'web' }],
  [{ metadata: { name: 'web' } }, { name: 'web' }],
  [{ metadata: { name: 'web', namespace: '' } }, { name: 'web' }],
])('the key of the object %j is %j', (object, want) => {
  expect(parseObjectKey(object)).toEqual(want);
});

test.each<[string | ObjectKey, string]>([
  ['default/web', 'default/web'],
  ['web', 'web'],
  ['/web', 'web'],
  [{ name: 'web' }, 'web'],
  [{ namespace: '', name: 'web' }, 'web'],
  [{ namespace: 'default', name: 'web' }, 'default/web'],
])('%j is written "%s"', (key, want) => {
  expect(formatObjectKey(key)).toBe(want);
});

test.each<[unknown, string]>([
  ['a/b/c', '"a/b/c" is not an object key: expected "namespace/name"'],
  ['', '"" is not an object key'],
  [undefined, 'undefined is not an object key: expected { namespace, name }, or "namespace/name"'],
  [null, 'null is not an object key'],
  [{ metadata: { namespace: 'default' } }, 'is not an object key: expected { namespace, name }'],
  [{ metadata: null }, 'is not an object key: expected { namespace, name }'],
  [{ namespace: 'default' }, 'is not an object key: expected { namespace, name }'],
])('%j is rejected', (key, message) => {
  expect(() => parseObjectKey(key as never)).toThrow(message);
});
