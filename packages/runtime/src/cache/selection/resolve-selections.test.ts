import { configMaps, namespaces, pods } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { hours, minutes } from '../../durations.ts';
import type { CacheOptions } from './cache-options.ts';
import { type ResolvedSelection, resolveSelections } from './resolve-selections.ts';

const everything: ResolvedSelection = {
  namespace: '',
  requestNamespace: '',
  labelSelector: '',
  fieldSelector: '',
  transform: undefined,
  watchBookmarks: true,
  minWatchTimeout: minutes(5),
  syncPeriod: hours(10),
  mutation: 'freeze',
};
const inNamespace = (namespace: string, more: Partial<ResolvedSelection> = {}): ResolvedSelection => ({
  ...everything,
  namespace,
  requestNamespace: namespace,
  ...more,
});

test.each<{ what: string; options: CacheOptions; want: readonly ResolvedSelection[] }>([
  { what: 'nothing is said: everything', options: {}, want: [everything] },
  {
    what: 'every default',
    options: {
      labelSelector: 'a=b',
      fieldSelector: 'spec.nodeName=n',
      watchBookmarks: false,
      minWatchTimeout: minutes(30),
      syncPeriod: minutes(5),
      mutation: 'copy',
    },
    want: [
      {
        ...everything,
        labelSelector: 'a=b',
        fieldSelector: 'spec.nodeName=n',
        watchBookmarks: false,
        minWatchTimeout: minutes(30),
        syncPeriod: minutes(5),
        mutation: 'copy',
      },
    ],
  },
  {
    what: 'a resource before the defaults, setting by setting',
    options: {
      labelSelector: 'from=default',
      syncPeriod: minutes(5),
      byResource: [{ resource: pods, labelSelector: 'from=pods', watchBookmarks: false }],
    },
    want: [{ ...everything, labelSelector: 'from=pods', syncPeriod: minutes(5), watchBookmarks: false }],
  },
  {
    what: 'another resource does not matter',
    options: { byResource: [{ resource: configMaps, labelSelector: 'from=maps' }] },
    want: [everything],
  },
  {
    what: 'empty text is a setting',
    options: { labelSelector: 'from=default', byResource: [{ resource: pods, labelSelector: '' }] },
    want: [everything],
  },
  {
    what: 'namespaces by name, sorted',
    options: { namespaces: ['b', 'a'] },
    want: [inNamespace('a'), inNamespace('b')],
  },
  { what: 'no namespaces are all of them', options: { namespaces: [] }, want: [everything] },
  {
    what: "a resource's own namespaces, also none",
    options: { namespaces: ['a'], byResource: [{ resource: pods, namespaces: {} }] },
    want: [everything],
  },
  {
    what: 'a namespace of a resource, then the resource, then the namespace, then the defaults',
    options: {
      labelSelector: 'from=default',
      fieldSelector: 'x=default',
      syncPeriod: minutes(1),
      mutation: 'trust',
      namespaces: { a: { labelSelector: 'from=namespace', fieldSelector: 'x=namespace', syncPeriod: minutes(2) } },
      byResource: [
        {
          resource: pods,
          labelSelector: 'from=pods',
          fieldSelector: 'x=pods',
          namespaces: { a: { labelSelector: 'from=a' } },
        },
      ],
    },
    want: [
      inNamespace('a', {
        labelSelector: 'from=a',
        fieldSelector: 'x=pods',
        syncPeriod: minutes(2),
        mutation: 'trust',
      }),
    ],
  },
  {
    what: 'namespaces that a resource inherits still have the settings of the resource first',
    options: {
      namespaces: { a: { labelSelector: 'from=namespace' } },
      byResource: [{ resource: pods, labelSelector: 'from=pods' }],
    },
    want: [inNamespace('a', { labelSelector: 'from=pods' })],
  },
  {
    what: 'all others leave out those that are named',
    options: { namespaces: { 'kube-system': { labelSelector: 'a=b' }, '': {}, 'kube-public': {} } },
    want: [
      inNamespace('', { fieldSelector: 'metadata.namespace!=kube-public,metadata.namespace!=kube-system' }),
      inNamespace('kube-public'),
      inNamespace('kube-system', { labelSelector: 'a=b' }),
    ],
  },
  {
    what: 'all others with a field selector of their own',
    options: { namespaces: { a: {}, '': { fieldSelector: 'spec.nodeName=foo' } } },
    want: [inNamespace('', { fieldSelector: 'metadata.namespace!=a,spec.nodeName=foo' }), inNamespace('a')],
  },
  {
    what: 'a field selector of one namespace asks there',
    options: { fieldSelector: 'metadata.namespace=a' },
    want: [{ ...everything, fieldSelector: 'metadata.namespace=a', requestNamespace: 'a' }],
  },
])('the Pods that are held: $what', ({ options, want }) => {
  expect(resolveSelections(options)(pods)).toEqual(want);
});

test('cluster-scoped resources have no namespaces', () => {
  const options: CacheOptions = {
    namespaces: { a: { labelSelector: 'from=namespace' } },
    labelSelector: 'from=default',
  };
  expect(resolveSelections(options)(namespaces)).toEqual([{ ...everything, labelSelector: 'from=default' }]);
});

test('a field selector of one namespace does not make a cluster-scoped resource a namespaced one', () => {
  const [all] = resolveSelections({ fieldSelector: 'metadata.namespace=a' })(namespaces);
  expect(all).toMatchObject({ fieldSelector: 'metadata.namespace=a', requestNamespace: '' });
});

test.each<{ options: CacheOptions; message: string }>([
  {
    options: { byResource: [{ resource: namespaces, namespaces: ['a'] }] },
    message:
      'cache.byResource of namespaces: namespaces are cluster-scoped and cannot be restricted to namespaces; leave `namespaces` out',
  },
  {
    options: { byResource: [{ resource: pods }, { resource: pods }] },
    message: 'cache.byResource of pods: it is there twice; put both into one entry',
  },
  { options: { labelSelector: '===' }, message: 'cache: labelSelector: ' },
  { options: { namespaces: { a: { fieldSelector: 'x' } } }, message: 'cache.namespaces["a"]: fieldSelector: ' },
  {
    options: { byResource: [{ resource: pods, namespaces: { a: { syncPeriod: -1 } } }] },
    message: 'cache.byResource of pods, namespaces["a"]: syncPeriod is milliseconds from 0 on (0: never), not -1',
  },
])('refused: $message', ({ options, message }) => {
  expect(() => resolveSelections(options)).toThrow(message);
});
