import type { Area } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  deployment,
  deployments,
  get,
  mergePatch,
  post,
  put,
  sequence,
  services,
  widget,
  widgets,
} from '../../steps.ts';

const owner = (name: string, uid: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid });

/** Objects as clients create and update them. */
export const objects: Area = {
  name: 'create and update',
  sequences: [
    sequence(
      'create',
      post(configMaps, configMap('a')),
      post(configMaps, configMap('a')),
      post(configMaps, configMap('rv', {}, { resourceVersion: '5' })),
      post(configMaps, configMap('rv0', {}, { resourceVersion: '0' })),
      post(configMaps, configMap('ns', {}, { namespace: 'other' })),
      post('/api/v1/namespaces/missing/configmaps', configMap('a')),
      get('/api/v1/namespaces/missing/configmaps'),
    ),
    sequence(
      'what a client cannot set',
      post(
        configMaps,
        configMap(
          'sys',
          {},
          {
            uid: 'x',
            creationTimestamp: '2001-01-01T00:00:00Z',
            deletionTimestamp: '2001-01-01T00:00:00Z',
            generation: 7,
            selfLink: '/x',
          },
        ),
      ),
      post(deployments, deployment('sys', {}, { generation: 7 })),
    ),
    sequence(
      'generateName',
      post(configMaps, { metadata: { generateName: 'gen-' }, data: {} }),
      post(configMaps, { metadata: {} }),
    ),
    sequence('dry run of a create', post(`${configMaps}?dryRun=All`, configMap('dry')), get(`${configMaps}/dry`)),
    sequence(
      'names and labels that are not valid',
      post(configMaps, configMap('A_b')),
      post(services, { metadata: { name: 'a.b' }, spec: { ports: [{ port: 80 }] } }),
      post(configMaps, configMap('l', {}, { labels: { '-x': 'a', ok: 'bad value' } })),
      post(configMaps, configMap('f', {}, { finalizers: ['x'] })),
      post(widgets, { ...widget('A_b') }),
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', {
        metadata: { name: 'System:Foo' },
        rules: [],
      }),
    ),
    sequence(
      'owner references',
      post(configMaps, configMap('twice', {}, { ownerReferences: [owner('p', 'u'), owner('p', 'u')] })),
      post(configMaps, configMap('empty', {}, { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] })),
      post(
        configMaps,
        configMap(
          'two',
          {},
          {
            ownerReferences: [
              { ...owner('p', 'u'), controller: true },
              { ...owner('p2', 'u2'), controller: true },
            ],
          },
        ),
      ),
    ),
    sequence(
      'update',
      post(configMaps, configMap('a'), { save: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } }),
      put(`${configMaps}/a`, configMap('a', { a: '2' }, { resourceVersion: '${rv}' })),
      put(`${configMaps}/a`, configMap('a', { a: '3' }, { resourceVersion: '${rv}' })),
      put(`${configMaps}/a`, configMap('a', { a: '4' })),
      put(`${configMaps}/a`, configMap('a', { a: '5' }, { resourceVersion: 'abc' })),
      put(`${configMaps}/a`, configMap('a', { a: '5' }, { uid: 'bad' })),
      put(`${configMaps}/a`, configMap('zz')),
      put(`${configMaps}/a`, { metadata: {}, data: {} }),
      put(`${configMaps}/none`, configMap('none')),
      put(`${configMaps}/a?dryRun=All`, configMap('a', { a: 'dry' })),
      get(`${configMaps}/a`),
    ),
    sequence(
      'update that creates',
      put('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases/l', {
        metadata: { name: 'l' },
        spec: { holderIdentity: 'me' },
      }),
      put('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases/l', {
        metadata: { name: 'l' },
        spec: { holderIdentity: 'you' },
      }),
    ),
    sequence(
      'update of a custom object',
      post(widgets, widget('w'), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${widgets}/w`, widget('w', { color: 'green' })),
      put(`${widgets}/w`, { ...widget('w', { color: 'green' }), metadata: { name: 'w', resourceVersion: '${rv}' } }),
    ),
    sequence(
      'no-ops',
      post(configMaps, configMap('a'), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${configMaps}/a`, configMap('a')),
      mergePatch(`${configMaps}/a`, { data: { a: '1' } }),
      post(deployments, deployment('d')),
      put(`${deployments}/d`, deployment('d')),
    ),
    sequence(
      'generations',
      post(widgets, widget('w')),
      mergePatch(`${widgets}/w`, { metadata: { labels: { x: 'y' } } }),
      mergePatch(`${widgets}/w`, { spec: { size: 3 } }),
      mergePatch(`${widgets}/w/status`, {
        status: { phase: 'ok' },
        spec: { size: 9 },
        metadata: { labels: { z: 'z' } },
      }),
      mergePatch(`${widgets}/w`, { status: { phase: 'ignored' } }),
      post(deployments, deployment('d')),
      mergePatch(`${deployments}/d`, { metadata: { labels: { x: 'y' } } }),
      mergePatch(`${deployments}/d`, { metadata: { annotations: { x: 'y' } } }),
      mergePatch(`${deployments}/d`, { spec: { replicas: 3 } }),
      mergePatch(`${deployments}/d/status`, {
        status: { replicas: 3, observedGeneration: 2 },
        metadata: { labels: { no: 'no' }, annotations: { yes: 'yes' } },
      }),
    ),
    sequence(
      'immutable metadata',
      post(configMaps, configMap('a'), { quiet: true }),
      mergePatch(`${configMaps}/a`, { metadata: { uid: 'q' } }),
      mergePatch(`${configMaps}/a`, { metadata: { name: 'b' } }),
      mergePatch(`${configMaps}/a`, { metadata: { namespace: 'b' } }),
      mergePatch(`${configMaps}/a`, { metadata: { creationTimestamp: '2001-01-01T00:00:00Z', selfLink: 'x' } }),
      mergePatch(`${configMaps}/a`, { metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' } }),
      mergePatch(`${configMaps}/a`, { metadata: { resourceVersion: '1' } }),
    ),
    sequence(
      'metadata that comes and goes',
      post(configMaps, configMap('a', { a: '1' }, { labels: { x: '1' }, annotations: { y: '2' } })),
      mergePatch(`${configMaps}/a`, { metadata: { labels: null, annotations: { y: null } } }),
      mergePatch(`${configMaps}/a`, { metadata: { labels: { bad: 'no way' } } }),
      mergePatch(`${configMaps}/a`, { metadata: { ownerReferences: [owner('p', 'u')] } }),
      mergePatch(`${configMaps}/a`, { metadata: { generateName: 'late-' } }),
      put(`${configMaps}/a`, configMap('a')),
    ),
    sequence(
      'managed fields that a client sends',
      post(configMaps, configMap('bad', {}, { managedFields: [{ manager: 'x' }] })),
      post(
        `${configMaps}?fieldManager=me`,
        configMap(
          'good',
          { a: '1' },
          {
            managedFields: [
              {
                manager: 'you',
                operation: 'Update',
                apiVersion: 'v1',
                time: '2026-01-01T00:00:00Z',
                fieldsType: 'FieldsV1',
                fieldsV1: { 'f:data': { 'f:a': {} } },
              },
            ],
          },
        ),
      ),
      mergePatch(`${configMaps}/good?fieldManager=me`, { data: { b: '2' } }),
      mergePatch(`${configMaps}/good?fieldManager=me`, { metadata: { managedFields: [] } }),
      mergePatch(`${configMaps}/good?fieldManager=me`, { data: { c: '3' } }),
    ),
    sequence(
      'more than ten managers',
      // The entries that are dropped are the first ones sorted by time, in whole seconds, and then by name.
      post(`${configMaps}?fieldManager=m10`, configMap('a', { a: '0' }), { quiet: true }),
      ...Array.from({ length: 11 }, (_, index) =>
        mergePatch(
          `${configMaps}/a?fieldManager=m${index + 11}`,
          { data: { [`k${index + 1}`]: '1' } },
          { quiet: true },
        ),
      ),
      get(`${configMaps}/a`),
    ),
    sequence(
      'scale of a deployment',
      post(deployments, deployment('d'), { save: { rv: 'metadata.resourceVersion' } }),
      get(`${deployments}/d/scale`),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 3 } }),
      get(`${deployments}/d`),
      put(`${deployments}/d/scale`, { metadata: { name: 'd', resourceVersion: '${rv}' }, spec: { replicas: 2 } }),
      put(`${deployments}/d/scale`, { metadata: { name: 'd' }, spec: { replicas: -1 } }),
      put(`${deployments}/d/scale`, { metadata: { name: 'd' }, spec: {} }),
      get(`${deployments}/none/scale`),
    ),
    sequence(
      'scale of a custom object',
      post(widgets, widget('w'), { quiet: true }),
      get(`${widgets}/w/scale`),
      mergePatch(`${widgets}/w`, { spec: { replicas: 1 } }, { quiet: true }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 1, selector: 'a=b' } }, { quiet: true }),
      get(`${widgets}/w/scale`),
      mergePatch(`${widgets}/w/scale`, { spec: { replicas: 4 } }),
      get(`${widgets}/w`),
    ),
  ],
};
