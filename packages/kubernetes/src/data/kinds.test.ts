import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findKind, findKindByPlural, kinds, KUBERNETES_VERSION } from './kinds.ts';
import { typeOf } from './types.ts';

test('the release is that of the Go types that the data is made from', () => {
  const goModule = readFileSync(new URL('../../../../tools/builtin-types/go.mod', import.meta.url), 'utf8');
  const [, release] = /^\tk8s\.io\/api v0\.(\S+)$/m.exec(goModule) ?? [];
  expect(KUBERNETES_VERSION).toBe(`1.${release}`);
});

describe('findKind', () => {
  test.each([
    ['', 'v1', 'Endpoints', 'endpoints', 'Namespaced'],
    ['', 'v1', 'ComponentStatus', 'componentstatuses', 'Cluster'],
    ['networking.k8s.io', 'v1', 'NetworkPolicy', 'networkpolicies', 'Namespaced'],
    ['networking.k8s.io', 'v1', 'Ingress', 'ingresses', 'Namespaced'],
    ['storage.k8s.io', 'v1', 'StorageClass', 'storageclasses', 'Cluster'],
    ['apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'customresourcedefinitions', 'Cluster'],
  ])('%s/%s %s is %s, %s', (group, version, kind, plural, scope) => {
    const found = findKind({ group, version, kind });
    expect(found).toMatchObject({ plural, scope, singular: kind.toLowerCase() });
    expect(findKindByPlural({ group, version, plural })).toBe(found);
  });

  test('knows verbs, short names, categories, subresources and field selectors', () => {
    const pod = findKind({ group: '', version: 'v1', kind: 'Pod' });
    expect(pod).toMatchObject({ shortNames: ['po'], categories: ['all'], listKind: 'PodList' });
    expect(pod?.subresources.map(({ name }) => name)).toEqual([
      'attach',
      'binding',
      'ephemeralcontainers',
      'eviction',
      'exec',
      'log',
      'portforward',
      'proxy',
      'resize',
      'status',
    ]);
    expect(pod?.fieldSelectors).toContain('spec.nodeName');
    expect(findKind({ group: '', version: 'v1', kind: 'Namespace' })?.verbs).not.toContain('deletecollection');
    const deployment = findKind({ group: 'apps', version: 'v1', kind: 'Deployment' });
    expect(deployment?.subresources.find(({ name }) => name === 'scale')).toMatchObject({
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      type: 'autoscaling/v1.Scale',
    });
  });

  test('what is only created has no list', () => {
    const review = findKind({ group: 'authentication.k8s.io', version: 'v1', kind: 'TokenReview' });
    expect(review?.verbs).toEqual(['create']);
    expect(review).not.toHaveProperty('listKind');
  });

  test('has nothing for what is not served', () => {
    expect(findKind({ group: 'apps', version: 'v1', kind: 'Nothing' })).toBeUndefined();
    expect(findKind({ group: 'networking.k8s.io', version: 'v1beta1', kind: 'Ingress' })).toBeUndefined();
  });
});

test('every kind and subresource has its structure', () => {
  const missing = kinds().flatMap((kind) =>
    [kind.type, ...kind.subresources.map(({ type }) => type)].filter((type) => type !== undefined && !typeOf(type)),
  );
  expect(missing).toEqual([]);
});
