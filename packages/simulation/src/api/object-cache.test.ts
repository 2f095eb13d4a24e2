import type { KubernetesObject } from '@kb/apimachinery';
import { describe, expect, it } from 'vitest';
import { createObjectCache } from './object-cache.ts';

const object = (
  name: string,
  namespace: string | undefined,
  labels: Record<string, string> = {},
): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    ...(namespace !== undefined && { namespace }),
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '',
    labels,
  },
});

describe('createObjectCache', () => {
  it('finds objects by name and namespace, and cluster-scoped ones', () => {
    const cache = createObjectCache();
    const [a, b, node] = [object('a', 'x'), object('a', 'y'), object('a', undefined)];
    for (const it of [a, b, node]) cache.set(it);
    expect([cache.get({ namespace: 'x', name: 'a' }), cache.get({ name: 'a' }), cache.get({ name: 'b' })]).toEqual([
      a,
      node,
      undefined,
    ]);
    expect([[...cache.list('y')], [...cache.list('')], [...cache.list('z')], [...cache.list()].length]).toEqual([
      [b],
      [node],
      [],
      3,
    ]);
    cache.delete(b);
    expect([[...cache.list('y')], cache.size()]).toEqual([[], 2]);
  });

  it('keeps indexes up to date, those that are made late too', () => {
    const cache = createObjectCache();
    cache.set(object('a', 'x', { color: 'red' }));
    const byColor = cache.index(({ metadata }) => Object.values(metadata.labels ?? {}));
    cache.set(object('b', 'x', { color: 'red', other: 'blue' }));
    const names = (color: string): string[] => [...byColor(color)].map(({ metadata }) => metadata.name).sort();
    expect([names('red'), names('blue'), names('green')]).toEqual([['a', 'b'], ['b'], []]);
    cache.set(object('a', 'x', { color: 'green' }));
    cache.delete(object('b', 'x'));
    expect([names('red'), names('blue'), names('green')]).toEqual([[], [], ['a']]);
  });
});
