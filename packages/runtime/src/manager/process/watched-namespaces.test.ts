import { expect, test } from 'vitest';
import { watchedNamespaces } from './watched-namespaces.ts';

test.each([
  ['shop-system', ['shop-system']],
  ['a,b', ['a', 'b']],
  [' a , b ', ['a', 'b']],
  ['a,b,a', ['a', 'b']],
  ['', []],
  [' ', []],
])('%j', (text, names) => {
  expect(watchedNamespaces({ WATCH_NAMESPACE: text })).toEqual(names);
});

test.each([
  [{}, 'WATCH_NAMESPACE must be set: the namespaces that this operator watches'],
  [{ WATCH_NAMESPACE: 'a,' }, 'WATCH_NAMESPACE: "" is not the name of a namespace'],
  [{ WATCH_NAMESPACE: ',' }, 'WATCH_NAMESPACE: "" is not the name of a namespace'],
  [{ WATCH_NAMESPACE: 'a;b' }, 'WATCH_NAMESPACE: "a;b" is not the name of a namespace: expected names separated by'],
  [{ WATCH_NAMESPACE: '*' }, 'WATCH_NAMESPACE: "*" is not the name of a namespace'],
])('%j is refused', (env, message) => {
  expect(() => watchedNamespaces(env)).toThrow(
    expect.objectContaining({ code: 'KB_BAD_FLAG', message: expect.stringContaining(message) as unknown }),
  );
});
