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
  sequence,
  strategicPatch,
  widget,
  widgets,
} from '../../steps.ts';

const a = `${configMaps}/a`;
const d = `${deployments}/d`;
const w = `${widgets}/w`;
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const applied = (object: unknown): object => ({
  annotations: { [LAST_APPLIED]: typeof object === 'string' ? object : JSON.stringify(object) },
});
const client = '?fieldManager=kubectl-client-side-apply';
const last = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });

/** How kubectl's client-side apply becomes server-side apply: the server's part. */
export const applyMigration: Area = {
  name: 'apply migration',
  sequences: [
    sequence(
      'kubectl takes what its annotation says',
      post(`${configMaps}${client}`, configMap('a', { a: '1', b: '1' }, applied(last({ a: '1' }))), { quiet: true }),
      apply(a, 'other', configMap('a', { a: '2' })),
      apply(a, 'kubectl', configMap('a', { b: '2' })),
      apply(a, 'kubectl', configMap('a', { a: '2', b: '2' })),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      apply(a, 'kubectl', configMap('a', { a: '<3>' })),
      apply(a, 'kubectl', configMap('a', {})),
      apply(a, 'kubectl', configMap('a', { a: '4' }, applied(last({ a: 'mine' })))),
      get(a),
    ),
    sequence(
      'an annotation that no longer fits',
      post(`${configMaps}${client}`, configMap('a', { a: '1' }, applied(last({ a: 'old' }))), { quiet: true }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      mergePatch(`${a}${client}`, { metadata: applied('nonsense') }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      mergePatch(`${a}${client}`, { metadata: applied({ apiVersion: 'v2', kind: 'ConfigMap', data: { a: '1' } }) }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      mergePatch(`${a}${client}`, {
        metadata: applied({ apiVersion: 'v1', kind: 'ConfigMap', bogus: 1, data: { a: '1' } }),
      }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      mergePatch(`${a}${client}`, { metadata: applied({ apiVersion: 'v1', data: { a: '1' } }) }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      mergePatch(`${a}${client}`, { metadata: applied('') }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
      apply(a, 'kubectl', configMap('a', { a: '1' })),
      mergePatch(`${a}${client}`, { metadata: applied({ apiVersion: 'v1', kind: 'Secret', data: { a: '1' } }) }),
      apply(a, 'kubectl', configMap('a', { a: '2' })),
    ),
    sequence(
      'no annotation, and one that comes',
      apply(a, 'kubectl', configMap('a', { a: '1' })),
      apply(a, 'kubectl', configMap('a', { a: '1' }, { annotations: { x: 'y' } })),
      apply(a, 'kubectl', configMap('a', { a: '1' }, applied(last({ a: 'x' })))),
      apply(a, 'kubectl', configMap('a', { a: '1' }, applied(last({ a: 'x' })))),
      apply(a, 'kubectl', configMap('a', { a: '1' })),
      apply(a, 'kubectl', configMap('a', { b: '1' })),
    ),
    sequence(
      'a deployment that client-side apply made',
      post(
        `${deployments}${client}`,
        { ...deployment('d', { replicas: 1 }), metadata: { name: 'd', ...applied(deployment('d', { replicas: 1 })) } },
        { quiet: true },
      ),
      apply(d, 'kubectl', deployment('d', { replicas: 2 })),
      strategicPatch(`${d}${client}`, {
        metadata: applied(deployment('d', { replicas: 3 })),
        spec: { replicas: 3 },
      }),
      apply(d, 'kubectl', deployment('d', { replicas: 4 })),
      mergePatch(`${d}?fieldManager=u`, { spec: { replicas: 5 } }),
      apply(d, 'kubectl', deployment('d', { replicas: 4 })),
      apply(`${d}?force=true`, 'kubectl', deployment('d', { replicas: 4 })),
    ),
    sequence(
      'a custom object that client-side apply made',
      post(
        `${widgets}${client}`,
        {
          ...widget('w', { color: 'red', tags: ['a'] }),
          metadata: { name: 'w', ...applied(widget('w', { color: 'red', tags: ['a'] })) },
        },
        { quiet: true },
      ),
      apply(w, 'kubectl', widget('w', { color: 'blue', tags: ['b'] })),
      apply(w, 'kubectl', widget('w', { color: 'blue' })),
      mergePatch(`${w}?fieldManager=u`, { spec: { color: 'green' } }),
      apply(w, 'kubectl', widget('w', { color: 'blue' })),
    ),
    sequence(
      'kubectl folds its entries itself',
      post(`${configMaps}${client}`, configMap('a', { a: '1', b: '1' }, applied(last({ a: '1', b: '1' }))), {
        quiet: true,
      }),
      mergePatch(`${a}?fieldManager=kubectl`, {
        metadata: {
          managedFields: [
            {
              manager: 'kubectl',
              operation: 'Apply',
              apiVersion: 'v1',
              time: '2020-01-01T00:00:00Z',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } },
            },
          ],
        },
      }),
      apply(a, 'kubectl', configMap('a', { a: '1' })),
    ),
  ],
};
