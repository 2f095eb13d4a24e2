import type { Area } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  deployment,
  deployments,
  get,
  mergePatch,
  post,
  put,
  sequence,
  widget,
  widgets,
} from '../../steps.ts';

const patchType = { 'content-type': 'application/apply-patch+yaml' };

/** The main rules of server-side apply, each in a few requests. */
export const applies: Area = {
  name: 'server-side apply',
  sequences: [
    sequence(
      'creating and repeating',
      { method: 'PATCH', path: `${configMaps}/a`, body: configMap('a'), headers: patchType },
      apply(`${configMaps}/a`, 'm1', configMap('a')),
      apply(`${configMaps}/a`, 'm1', configMap('a')),
      apply(`${configMaps}/a`, 'm2', configMap('a')),
      get(`${configMaps}/a`),
    ),
    sequence(
      'conflicts and force',
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: '1', b: '1' })),
      apply(`${configMaps}/a`, 'm2', configMap('a', { a: '2' })),
      apply(`${configMaps}/a`, 'm2', configMap('a', { a: '2', b: '2' })),
      apply(`${configMaps}/a?force=true`, 'm2', configMap('a', { a: '2' })),
      apply(`${configMaps}/a`, 'm1', configMap('a', { b: '1' })),
    ),
    sequence(
      'conflict with an update',
      post(`${configMaps}?fieldManager=upd`, configMap('a')),
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: '2' })),
      mergePatch(`${configMaps}/a?fieldManager=upd2`, { data: { a: '3', c: '1' } }),
      mergePatch(`${configMaps}/a?fieldManager=upd`, { data: { c: null } }),
    ),
    sequence(
      'removing',
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: '1', b: '1' }), { quiet: true }),
      apply(`${configMaps}/a`, 'm2', configMap('a', { b: '1', c: '1' }), { quiet: true }),
      apply(`${configMaps}/a`, 'm1', configMap('a', {})),
      apply(`${configMaps}/a`, 'm1', { apiVersion: 'v1', kind: 'ConfigMap' }),
    ),
    sequence(
      'what cannot be applied',
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: 1 })),
      apply(`${configMaps}/a`, 'm1', { ...configMap('a'), bogus: 1 }),
      apply(`${configMaps}/a`, 'm1', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }),
      apply(`${configMaps}/a`, 'm1', ''),
      apply(`${configMaps}/a`, 'm1', configMap('a', {}, { managedFields: [] })),
      apply(`${configMaps}/a`, 'm1', configMap('a', {}, { uid: 'abc' })),
      apply(`${configMaps}/a`, 'm1', configMap('b')),
      apply(`${configMaps}/a`, 'm1', { apiVersion: 'v1', kind: 'ConfigMap' }),
      apply(`${configMaps}/a`, 'm1', configMap('a', {}, { resourceVersion: '1' })),
      apply(`${configMaps}/a`, 'm1', configMap('a', {}, { resourceVersion: '1' })),
      apply('/api/v1/namespaces/missing/configmaps/a', 'm1', configMap('a')),
      apply(`${configMaps}/a`, 'm1', 'a: [', {}),
    ),
    sequence(
      'lists and sets',
      apply(
        `${widgets}/w`,
        'm1',
        widget('w', {
          color: 'red',
          ports: [
            { port: 80, name: 'http' },
            { port: 9, name: 'nine' },
          ],
          tags: ['a', 'b'],
          atoms: ['x'],
          amap: { k: 'v' },
        }),
      ),
      apply(
        `${widgets}/w`,
        'm2',
        widget('w', {
          ports: [
            { port: 443, name: 'https' },
            { port: 80, name: 'other' },
          ],
          tags: ['c'],
        }),
      ),
      apply(`${widgets}/w`, 'm2', widget('w', { ports: [{ port: 443, name: 'https' }], tags: ['c', 'a'] })),
      apply(`${widgets}/w`, 'm2', widget('w', { atoms: ['y'], amap: { z: 'v' } })),
      apply(`${widgets}/w?force=true`, 'm2', widget('w', { atoms: ['y'], amap: { z: 'v' } })),
      apply(`${widgets}/w`, 'm1', widget('w', { color: 'red', tags: ['b'] })),
      apply(`${widgets}/w`, 'm3', widget('w', { tags: ['d', 'd'] })),
      apply(`${widgets}/w`, 'm3', widget('w', { ports: [{ port: 1 }, { port: 1, proto: 'TCP' }] })),
      apply(`${widgets}/w`, 'm3', widget('w', { ports: [{ name: 'noport' }] })),
      apply(`${widgets}/w`, 'm3', widget('w', { zz: 1 })),
    ),
    sequence(
      'status and scale',
      apply(`${widgets}/none/status`, 'm1', widget('none', {}, { status: { phase: 'a' } })),
      post(widgets, widget('w', { color: 'red', replicas: 1 }), { quiet: true }),
      apply(`${widgets}/w/status`, 'st', { ...widget('w', { color: 'blue' }), status: { phase: 'a' } }),
      apply(`${widgets}/w`, 'm1', { ...widget('w', { size: 1 }), status: { phase: 'b' } }),
      post(deployments, deployment('d'), { quiet: true }),
      apply(`${deployments}/d`, 'ap', deployment('d', { replicas: 1 }), { quiet: true }),
      mergePatch(`${deployments}/d/scale?fieldManager=hpa`, { spec: { replicas: 4 } }),
      get(`${deployments}/d`),
      apply(`${deployments}/d`, 'ap', deployment('d', { replicas: 1 })),
      apply(`${deployments}/d/scale`, 'scaler', {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'd' },
        spec: { replicas: 2 },
      }),
    ),
    sequence(
      'tracking that was ended',
      apply(`${configMaps}/a`, 'm1', configMap('a'), { quiet: true }),
      mergePatch(`${configMaps}/a`, { metadata: { managedFields: [{}] } }),
      mergePatch(`${configMaps}/a`, { data: { b: '2' } }),
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: '9' })),
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: '1' })),
    ),
    sequence(
      'client-side apply that moves to the server',
      post(
        `${configMaps}?fieldManager=kubectl-client-side-apply`,
        configMap(
          'a',
          { a: '1' },
          {
            annotations: {
              'kubectl.kubernetes.io/last-applied-configuration':
                '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1"}}',
            },
          },
        ),
        { quiet: true },
      ),
      apply(`${configMaps}/a`, 'other', configMap('a', { a: '2' })),
      apply(`${configMaps}/a`, 'kubectl', configMap('a', { a: '2' })),
    ),
    sequence(
      'nulls and empty things',
      apply(
        `${widgets}/w`,
        'm1',
        widget('w', { color: 'red', size: null, nested: { free: null }, ports: [], tags: [] }),
      ),
      apply(`${widgets}/w`, 'm1', widget('w', { color: 'red', nested: {}, def: null })),
      apply(`${configMaps}/a`, 'm1', configMap('a', { a: null })),
      apply(`${configMaps}/a`, 'm1', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: null }),
      apply(`${configMaps}/a`, 'm1', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a', labels: {}, annotations: { x: 'y' } },
      }),
    ),
    sequence(
      'an order of its own',
      apply(
        `${deployments}/d`,
        'm1',
        deployment('d', {
          template: {
            metadata: { labels: { app: 'd' } },
            spec: {
              containers: [
                { name: 'b', image: 'i' },
                { name: 'a', image: 'i' },
              ],
            },
          },
        }),
        { quiet: true },
      ),
      apply(`${deployments}/d`, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: {
            spec: {
              containers: [
                { name: 'c', image: 'i' },
                { name: 'a', image: 'i' },
              ],
            },
          },
        },
      }),
      apply(`${deployments}/d`, 'm2', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } }),
    ),
    sequence(
      'dry run and finalizers',
      apply(`${configMaps}/a?dryRun=All`, 'm1', configMap('a')),
      apply(`${configMaps}/a`, 'm1', configMap('a', {}, { finalizers: ['a.b/one'] })),
      apply(`${configMaps}/a`, 'm2', configMap('a', {}, { finalizers: ['a.b/two'] })),
      apply(`${configMaps}/a`, 'm1', configMap('a', {})),
      apply(
        `${configMaps}/a`,
        'm1',
        configMap(
          'a',
          { a: '1' },
          { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }] },
        ),
      ),
    ),
    sequence(
      'defaults belong to nobody',
      apply(`${deployments}/d`, 'm1', deployment('d')),
      apply(`${deployments}/d`, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { replicas: 3 },
      }),
      put(`${deployments}/d?fieldManager=putter`, deployment('d', { paused: true })),
    ),
  ],
};
