import type { Area } from '../sequence.ts';
import {
  configMap,
  configMaps,
  deployment,
  deployments,
  get,
  jsonPatch,
  mergePatch,
  post,
  sequence,
  strategicPatch,
  widget,
  widgets,
} from '../steps.ts';

const containers = (...list: object[]): object => ({ spec: { template: { spec: { containers: list } } } });

export const patches: Area = {
  name: 'patches',
  sequences: [
    sequence(
      'JSON patch',
      post(configMaps, configMap('a'), { quiet: true }),
      jsonPatch(`${configMaps}/a`, [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'replace', path: '/data/a', value: '2' },
        { op: 'add', path: '/data/b', value: '3' },
      ]),
      jsonPatch(`${configMaps}/a`, [{ op: 'test', path: '/data/a', value: 'no' }]),
      jsonPatch(`${configMaps}/a`, [{ op: 'remove', path: '/data/none' }]),
      jsonPatch(`${configMaps}/a`, [{ op: 'bogus', path: '/data' }]),
      jsonPatch(`${configMaps}/a`, {}),
      jsonPatch(`${configMaps}/a`, [5]),
      jsonPatch(`${configMaps}/a`, []),
      jsonPatch(`${configMaps}/a`, [{ op: 'add', path: '/data/c', value: '4', foo: 1 }]),
      jsonPatch(`${configMaps}/none`, []),
    ),
    sequence(
      'merge patch',
      post(configMaps, configMap('a', { a: '1', b: '2' }), { quiet: true }),
      mergePatch(`${configMaps}/a`, { data: { a: null, c: '3' } }),
      mergePatch(`${configMaps}/a`, { data: 5 }),
      mergePatch(`${configMaps}/a`, ''),
      mergePatch(`${configMaps}/a`, '[]'),
      mergePatch(`${configMaps}/a`, 'null'),
      mergePatch(`${configMaps}/none`, {}),
      mergePatch(`${configMaps}/a`, '{"data":{"x":"1"},"data":{"y":"2"}}'),
      mergePatch(`${configMaps}/a?fieldValidation=Strict`, { bogus: 1 }),
    ),
    sequence(
      'merge patch of a custom object',
      post(widgets, widget('w'), { quiet: true }),
      mergePatch(`${widgets}/w`, { spec: { size: 'big' } }),
      mergePatch(`${widgets}/w`, { spec: { color: 'pink', size: 11 } }),
      mergePatch(`${widgets}/w`, { kind: 'Foo' }),
      mergePatch(`${widgets}/w`, { spec: { zz: 1 } }),
      mergePatch(`${widgets}/w?fieldValidation=Strict`, { spec: { zz: 1 } }),
      mergePatch(`${widgets}/w`, { metadata: { labels: { a: 5 } } }),
    ),
    sequence(
      'strategic merge patch',
      post(deployments, deployment('d'), { quiet: true }),
      strategicPatch(`${deployments}/d`, containers({ name: 'c1', image: 'i2' }, { name: 'c2', image: 'x' })),
      strategicPatch(`${deployments}/d`, {
        spec: {
          template: {
            spec: { '$setElementOrder/containers': [{ name: 'c2' }], containers: [{ name: 'c1', $patch: 'delete' }] },
          },
        },
      }),
      strategicPatch(`${deployments}/d`, containers({ image: 'x' })),
      strategicPatch(`${deployments}/d`, {
        spec: { template: { spec: { containers: [{ $patch: 'bogus', name: 'o' }] } } },
      }),
      strategicPatch(`${deployments}/d`, { spec: { replicas: 'three' } }),
      strategicPatch(`${deployments}/d`, 'nonsense'),
    ),
    sequence(
      'strategic merge patch that keeps keys',
      post(deployments, deployment('d'), { quiet: true }),
      strategicPatch(`${deployments}/d`, { spec: { strategy: { type: 'Recreate' } } }),
      strategicPatch(`${deployments}/d`, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
      strategicPatch(`${deployments}/d`, {
        spec: { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: {} } },
      }),
    ),
    sequence(
      'strategic merge patch of finalizers',
      post(configMaps, configMap('a', {}, { finalizers: ['a.b/one'] }), { quiet: true }),
      strategicPatch(`${configMaps}/a`, { metadata: { finalizers: ['a.b/two'] } }),
      strategicPatch(`${configMaps}/a`, { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/one'] } }),
      strategicPatch(`${configMaps}/a`, { metadata: { finalizers: null } }),
      get(`${configMaps}/a`),
    ),
  ],
};
