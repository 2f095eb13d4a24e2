import type { Area, RequestStep } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  del,
  deployment,
  deployments,
  get,
  pod,
  pods,
  post,
  sequence,
  services,
  watch,
  widget,
  widgets,
} from '../../steps.ts';

const withMetadata = (metadata: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
const dry = (path: string, body: unknown): RequestStep => post(`${path}?dryRun=All`, body);
const owner = (name: string, uid: string, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  uid,
  ...rest,
});

/** Creates: what is refused, in which order, and what the server sets itself. */
export const creates: Area = {
  name: 'creates',
  sequences: [
    sequence(
      'which resource versions a new object may have',
      post(configMaps, configMap('empty', {}, { resourceVersion: '' })),
      post(configMaps, configMap('zero', {}, { resourceVersion: '0' })),
      post(configMaps, configMap('text', {}, { resourceVersion: 'abc' })),
      post(configMaps, configMap('negative', {}, { resourceVersion: '-1' })),
      post(configMaps, configMap('number', {}, { resourceVersion: '12' })),
      dry(configMaps, configMap('dry', {}, { resourceVersion: '12' })),
      post(widgets, { ...widget('w'), metadata: { name: 'w', resourceVersion: '12' } }),
      post(widgets, { ...widget('w'), metadata: { name: 'w', resourceVersion: 'x' } }),
      post(services, { metadata: { name: 's', resourceVersion: '12' }, spec: { ports: [{ port: 80 }] } }),
    ),
    sequence(
      'what is wrong is told in this order',
      post(configMaps, { ...configMap('A_b', {}, { namespace: 'other', resourceVersion: '5' }), kind: 'Secret' }),
      post(`${configMaps}?dryRun=x`, { ...configMap('A_b', {}, { namespace: 'other' }), kind: 'Secret' }),
      post(configMaps, configMap('A_b', {}, { namespace: 'other', resourceVersion: '5' })),
      post(configMaps, configMap('A_b', { 'a b': '1' }, { resourceVersion: '5' })),
      post(configMaps, configMap('A_b', { 'a b': '1' })),
      post(deployments, deployment('A_b', { replicas: -1 }, { labels: { x: 'no way' } })),
      post(widgets, { ...widget('A_b', { color: 'pink' }), metadata: { name: 'A_b', labels: { x: 'no way' } } }),
      post('/api/v1/namespaces/nope/configmaps', configMap('A_b')),
      post('/api/v1/namespaces/nope/configmaps', configMap('a', {}, { namespace: 'other' })),
      post('/api/v1/namespaces/nope/configmaps?dryRun=All', configMap('a')),
      post('/apis/lab.example.com/v1/namespaces/nope/widgets', widget('w')),
      post('/apis/lab.example.com/v1/namespaces/nope/widgets', widget('w', { color: 'pink' })),
      apply('/api/v1/namespaces/nope/configmaps/a', 'm', configMap('a')),
    ),
    sequence(
      'names that are taken',
      post(configMaps, configMap('a'), { quiet: true }),
      post(configMaps, configMap('a', { b: '2' })),
      dry(configMaps, configMap('a')),
      post(configMaps, configMap('a', { 'a b': '2' })),
      post(deployments, deployment('d'), { quiet: true }),
      post(deployments, deployment('d')),
      post(widgets, widget('w'), { quiet: true }),
      post(widgets, widget('w')),
      post('/api/v1/namespaces', { metadata: { name: '${NS}' } }),
    ),
    sequence(
      'system metadata of every kind is the server’s',
      post(widgets, {
        ...widget('w'),
        metadata: {
          name: 'w',
          uid: 'x',
          creationTimestamp: '2001-01-01T00:00:00Z',
          deletionTimestamp: '2001-01-01T00:00:00Z',
          deletionGracePeriodSeconds: 5,
          generation: 7,
          selfLink: '/x',
        },
      }),
      post(pods, pod('p', {}, { generation: 7, deletionGracePeriodSeconds: 5 })),
      post(configMaps, configMap('neg', {}, { generation: -1 })),
      post(services, { metadata: { name: 's', generation: 7 }, spec: { ports: [{ port: 80 }] } }),
      post('/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: '${NS}', namespace: 'other', generation: 3 },
        provisioner: 'a.b/c',
      }),
    ),
    sequence(
      'generated names',
      post(configMaps, withMetadata({ generateName: 'gen-' })),
      post(configMaps, withMetadata({ name: 'both', generateName: 'gen-' })),
      post(pods, { ...pod(''), metadata: { generateName: 'gen-' } }),
      post(widgets, { ...widget(''), metadata: { generateName: 'gen-' } }),
      post(configMaps, withMetadata({ generateName: '' })),
      post(configMaps, withMetadata({})),
      post(widgets, { ...widget(''), metadata: {} }),
      post(deployments, { ...deployment(''), metadata: {} }),
      dry(configMaps, withMetadata({ generateName: 'gen-' })),
    ),
    sequence(
      'long generated names are cut',
      post(services, {
        metadata: { generateName: `${'a'.repeat(70)}-gen-`, name: 'a'.repeat(70) },
        spec: { ports: [{ port: 80 }] },
      }),
      post(configMaps, {
        metadata: { generateName: `${'b'.repeat(53)}-gen-and-more` },
      }),
    ),
    sequence(
      'owner references of a new object',
      post(configMaps, configMap('same', {}, { ownerReferences: [owner('p', 'u'), owner('p', 'u')] })),
      post(configMaps, configMap('names', {}, { ownerReferences: [owner('p', 'u'), owner('q', 'u')] })),
      post(
        configMaps,
        configMap('flags', {}, { ownerReferences: [owner('p', 'u', { controller: true, blockOwnerDeletion: true })] }),
      ),
      post(configMaps, configMap('event', {}, { ownerReferences: [{ ...owner('e', 'u'), kind: 'Event' }] })),
      post(
        configMaps,
        configMap(
          'newevent',
          {},
          {
            ownerReferences: [{ ...owner('e', 'u'), kind: 'Event', apiVersion: 'events.k8s.io/v1' }],
          },
        ),
      ),
      post(configMaps, configMap('version', {}, { ownerReferences: [{ ...owner('p', 'u'), apiVersion: 'a/b/c' }] })),
      post(configMaps, configMap('none', {}, { ownerReferences: [{}] })),
      post(
        configMaps,
        configMap(
          'two',
          {},
          {
            ownerReferences: [owner('p', 'u', { controller: true }), owner('p2', 'u2', { controller: true })],
          },
        ),
      ),
      post(widgets, { ...widget('w'), metadata: { name: 'w', ownerReferences: [owner('p', 'u'), owner('p', 'u')] } }),
      post(widgets, { ...widget('v'), metadata: { name: 'v', ownerReferences: [{ ...owner('', ''), kind: '' }] } }),
    ),
    sequence(
      'dry runs of creates store nothing',
      dry(configMaps, configMap('c')),
      dry(pods, pod('p')),
      dry(deployments, deployment('d')),
      dry(widgets, widget('w')),
      dry('/api/v1/namespaces', { metadata: { name: '${NS}-dry' } }),
      dry(services, { metadata: { name: 's' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } }),
      apply(`${configMaps}/applied?dryRun=All`, 'm', configMap('applied')),
      get(`${configMaps}/c`),
      get(`${pods}/p`),
      get('/api/v1/namespaces/${NS}-dry'),
      get(configMaps),
    ),
    sequence(
      'a new object is as its create said',
      post(configMaps, configMap('a'), { save: { rv: 'metadata.resourceVersion' } }),
      get(`${configMaps}/a`),
      get(configMaps),
      watch(`${configMaps}?resourceVersion=0`),
    ),
    sequence(
      'managed fields of a new object',
      post(`${configMaps}?fieldManager=me`, configMap('a', {}, { managedFields: [] })),
      post(configMaps, configMap('b', {}, { managedFields: [{}] })),
      post(configMaps, configMap('c', {}, { managedFields: [{ manager: 'x', operation: 'Bogus', apiVersion: 'v1' }] })),
      post(
        `${configMaps}?fieldManager=me`,
        configMap(
          'd',
          { a: '1' },
          {
            managedFields: [
              {
                manager: 'me',
                operation: 'Update',
                apiVersion: 'v1',
                time: '2026-01-01T00:00:00Z',
                fieldsType: 'FieldsV1',
                fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
              },
            ],
          },
        ),
      ),
      post(
        configMaps,
        configMap(
          'e',
          { a: '1' },
          {
            managedFields: [
              { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': 5 } },
            ],
          },
        ),
      ),
    ),
    sequence(
      'the limit of an object',
      post(configMaps, configMap('big', { a: 'x'.repeat(1_048_577) })),
      post('/api/v1/namespaces/${NS}/secrets', { metadata: { name: 'big' }, stringData: { a: 'x'.repeat(1_048_577) } }),
      post(configMaps, configMap('notes', {}, { annotations: { a: 'x'.repeat(262_144) } })),
      post(configMaps, configMap('fits', {}, { annotations: { a: 'x'.repeat(262_143) } }), { quiet: true }),
      del(`${configMaps}/fits`),
    ),
  ],
};
