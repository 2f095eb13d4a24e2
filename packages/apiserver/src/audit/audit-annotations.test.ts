import { expect, test } from 'vitest';
import { AuditAnnotations } from './audit-annotations.ts';

test('the first value of a key stays', () => {
  const annotations = new AuditAnnotations('Metadata');
  annotations.add('b.example/key', 'first');
  annotations.add('b.example/key', 'second');
  annotations.add('a.example/key', '');
  expect(annotations.toJson()).toEqual({ 'a.example/key': '', 'b.example/key': 'first' });
});

test.each(['key', 'a/b/c', '/key', 'a.example/', 'A.example/key', `a.example/${'k'.repeat(64)}`])(
  'the key %s is left out',
  (key) => {
    const annotations = new AuditAnnotations('RequestResponse');
    annotations.add(key, 'value');
    expect(annotations.toJson()).toBeUndefined();
  },
);

test.each([
  ['None', []],
  ['Metadata', ['a/metadata']],
  ['Request', ['a/metadata', 'a/request']],
  ['RequestResponse', ['a/metadata', 'a/request']],
] as const)('an event of level %s shows the annotations of its level', (level, keys) => {
  const annotations = new AuditAnnotations(level);
  annotations.add('a/request', '', 'Request');
  annotations.add('a/metadata', '');
  expect(Object.keys(annotations.toJson() ?? {})).toEqual(keys);
});
