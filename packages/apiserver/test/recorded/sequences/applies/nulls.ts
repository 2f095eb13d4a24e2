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

const a = `${configMaps}/a`;
const d = `${deployments}/d`;
const w = `${widgets}/w`;
const bare = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };

/** Nulls and empty things in server-side apply. */
export const applyNulls: Area = {
  name: 'apply nulls',
  sequences: [
    sequence(
      'nulls in a built-in kind',
      apply(a, 'm1', configMap('a', { a: null, b: '1' })),
      apply(a, 'm2', configMap('a', { a: null })),
      apply(a, 'm2', configMap('a', { a: '' })),
      apply(a, 'm2', configMap('a', { b: null })),
      apply(a, 'm3', { ...bare, data: null }),
      apply(a, 'm3', { ...bare, binaryData: null, immutable: null }),
      apply(a, 'm1', { ...bare, data: null }),
      apply(a, 'm1', { ...bare, metadata: { name: 'a', labels: null, annotations: { x: null }, finalizers: null } }),
      apply(a, 'm1', { ...bare, metadata: { name: 'a', ownerReferences: null, finalizers: [null] } }),
      get(a),
    ),
    sequence(
      'nulls in a deployment',
      apply(d, 'm1', deployment('d', { replicas: null, strategy: null, paused: null, revisionHistoryLimit: null })),
      apply(d, 'm1', deployment('d', { replicas: 3, strategy: { rollingUpdate: null } })),
      apply(d, 'm2', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { replicas: null } }),
      apply(`${d}?force=true`, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { replicas: null },
      }),
      apply(d, 'm2', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: null }),
      apply(d, 'm2', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: {} }),
      apply(d, 'm3', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: {
            spec: { containers: [{ name: 'c1', env: null, args: null, resources: null, ports: [] }], volumes: null },
          },
        },
      }),
      apply(d, 'm3', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          template: { spec: { containers: [{ name: 'c1', env: [{ name: 'A', value: null }] }], securityContext: {} } },
        },
      }),
      apply(d, 'm3', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { template: { spec: { containers: [], nodeSelector: {} } } },
      }),
    ),
    sequence(
      'nulls in a custom object',
      apply(w, 'm1', widget('w', { color: 'red', size: null })),
      apply(w, 'm1', widget('w', { color: 'red', nested: { free: null } })),
      apply(w, 'm2', widget('w', { nested: { free: null } })),
      apply(w, 'm2', widget('w', { nested: { free: 'x' } })),
      apply(w, 'm1', widget('w', { color: 'red', def: null })),
      apply(w, 'm1', widget('w', { color: 'red', nested: null })),
      apply(w, 'm1', widget('w', { color: 'red', tags: null })),
      apply(w, 'm1', widget('w', { color: 'red', ports: null, atoms: null, amap: null })),
      apply(w, 'm1', widget('w', { color: 'red', any: null })),
      apply(w, 'm1', widget('w', { color: 'red', any: { a: null } })),
      apply(w, 'm1', widget('w', { color: null })),
      apply(w, 'm1', { ...widget('w'), spec: null }),
      apply(w, 'm1', { ...widget('w'), status: null }),
      apply(w, 'm1', widget('w', { color: 'red', amap: { a: null } })),
      apply(w, 'm1', widget('w', { color: 'red', atoms: [null] })),
      apply(w, 'm1', widget('w', { color: 'red', ports: [{ port: 80, name: null }] })),
      post(widgets, widget('x', { color: 'red', size: null, nested: { free: null, inner: null } })),
      put(`${widgets}/x`, widget('x', { color: 'red', size: null })),
      mergePatch(`${widgets}/x`, { spec: { size: null } }),
    ),
    sequence(
      'empty things',
      apply(a, 'm1', { ...bare, data: {}, binaryData: {} }),
      apply(a, 'm2', { ...bare, data: { a: '' } }),
      apply(a, 'm1', { ...bare, data: { b: '' } }),
      apply(a, 'm2', { ...bare, data: {} }),
      apply(w, 'm1', widget('w', { color: 'red', ports: [], tags: [], atoms: [], amap: {}, any: {}, nested: {} })),
      apply(w, 'm2', widget('w', { ports: [], tags: [], atoms: [], amap: {}, any: {}, nested: {} })),
      apply(w, 'm1', widget('w', { color: 'red' })),
      apply(w, 'm2', widget('w', { tags: ['a'], any: { b: 1 } })),
      apply(w, 'm2', widget('w', {})),
      apply(w, 'm2', widget('w', undefined)),
      apply(d, 'm1', deployment('d', { strategy: {}, minReadySeconds: 0 })),
      apply(d, 'm2', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { paused: false, strategy: {} },
      }),
    ),
  ],
};
