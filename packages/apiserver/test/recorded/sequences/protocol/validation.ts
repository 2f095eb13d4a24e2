import type { Area } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  deployment,
  deployments,
  jsonPatch,
  mergePatch,
  pod,
  pods,
  post,
  put,
  sequence,
  strategicPatch,
  widget,
  widgets,
} from '../../steps.ts';

const yaml = { headers: { 'content-type': 'application/yaml' } };
const container = (extra: object): object => ({ name: 'c', image: 'i', ...extra });

/** Field validation: which fields are dropped, cause a warning, or are refused. */
export const fieldValidation: Area = {
  name: 'field validation',
  sequences: [
    sequence(
      'unknown fields',
      post(deployments, deployment('warn', { bogus: 1 })),
      post(`${deployments}?fieldValidation=`, deployment('empty', { bogus: 1 })),
      post(`${deployments}?fieldValidation=Warn`, deployment('warn2', { bogus: 1 })),
      post(`${deployments}?fieldValidation=Strict`, deployment('strict', { bogus: 1, other: { a: 1 } })),
      post(`${deployments}?fieldValidation=Ignore`, deployment('ignore', { bogus: 1 })),
      post(deployments, deployment('case', { Replicas: 3 })),
      post(
        pods,
        pod('places', {
          containers: [container({}), container({ name: 'd', foo: 1 })],
          volumes: [{ name: 'v', x: 1 }],
        }),
      ),
      post(pods, pod('map', {}, { labels: { a: 'b' }, bogus: 1 })),
      put(`${deployments}/warn`, deployment('warn', { bogus: 2 })),
      put(`${deployments}/warn?fieldValidation=Strict`, deployment('warn', { bogus: 2 })),
      post(`${configMaps}?fieldValidation=Foo`, configMap('x')),
      put(`${configMaps}/x?fieldValidation=Foo`, configMap('x')),
      mergePatch(`${configMaps}/x?fieldValidation=strict`, {}),
    ),
    sequence(
      'unknown fields in patches',
      post(deployments, deployment('d'), { quiet: true }),
      mergePatch(`${deployments}/d`, { spec: { bogus: 1 } }),
      mergePatch(`${deployments}/d?fieldValidation=Strict`, { spec: { bogus: 1 } }),
      mergePatch(`${deployments}/d?fieldValidation=Ignore`, { spec: { bogus: 1 } }),
      strategicPatch(`${deployments}/d`, { spec: { bogus: 1 } }),
      strategicPatch(`${deployments}/d?fieldValidation=Strict`, { spec: { bogus: 1 } }),
      jsonPatch(`${deployments}/d`, [{ op: 'add', path: '/spec/bogus', value: 1 }]),
      jsonPatch(`${deployments}/d?fieldValidation=Strict`, [{ op: 'add', path: '/spec/bogus', value: 1 }]),
      apply(`${deployments}/d`, 'm', { ...deployment('d', { bogus: 1 }) }),
      apply(`${deployments}/d?fieldValidation=Strict`, 'm', { ...deployment('d', { bogus: 1 }) }),
    ),
    sequence(
      'duplicate fields',
      post(configMaps, '{"metadata":{"name":"dup"},"data":{"a":"1"},"data":{"a":"2"}}'),
      post(`${configMaps}?fieldValidation=Strict`, '{"metadata":{"name":"dup2"},"data":{"a":"1"},"data":{"a":"2"}}'),
      post(`${configMaps}?fieldValidation=Ignore`, '{"metadata":{"name":"dup3"},"data":{"a":"1"},"data":{"a":"2"}}'),
      post(configMaps, '{"metadata":{"name":"dup4","name":"dup5"},"data":{"a":"1","a":"2"}}'),
      post(
        deployments,
        '{"metadata":{"name":"dup"},"spec":{"replicas":1,"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"},{"name":"d","name":"e","image":"i"}]}}}}',
      ),
      post(
        widgets,
        '{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"dup"},"spec":{"color":"red","color":"blue"}}',
      ),
      post(
        `${widgets}?fieldValidation=Strict`,
        '{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"dup2"},"spec":{"color":"red","color":"blue","zz":1}}',
      ),
      post(configMaps, 'metadata:\n  name: dy\ndata:\n  a: "1"\n  a: "2"\n', yaml),
      post(
        `${configMaps}?fieldValidation=Strict`,
        'metadata:\n  name: dy2\ndata:\n  a: "1"\n  a: "2"\nkind: ConfigMap\nkind: ConfigMap\n',
        yaml,
      ),
      post(
        `${widgets}?fieldValidation=Strict`,
        'apiVersion: lab.example.com/v1\nkind: Widget\nmetadata:\n  name: dy\nspec:\n  color: red\n  color: blue\n',
        yaml,
      ),
      mergePatch(`${configMaps}/dup`, '{"data":{"b":"1"},"data":{"b":"2"}}'),
      mergePatch(`${configMaps}/dup?fieldValidation=Strict`, '{"data":{"b":"3"},"data":{"b":"4"}}'),
    ),
    sequence(
      'unknown fields of custom resources',
      post(
        widgets,
        widget(
          'a',
          { color: 'red', zz: 1, nested: { bad: 2 }, any: { thing: 1 }, ports: [{ port: 1, x: 1 }] },
          { extra: 1 },
        ),
      ),
      post(`${widgets}?fieldValidation=Strict`, widget('b', { color: 'red', zz: 1 }, { extra: 1 })),
      post(`${widgets}?fieldValidation=Ignore`, widget('c', { color: 'red', zz: 1 })),
      post(widgets, { ...widget('d'), metadata: { name: 'd', bogus: 1, labels: { a: 'b' } } }),
      post(`${widgets}?fieldValidation=Strict`, { ...widget('e'), metadata: { name: 'e', bogus: 1 } }),
      mergePatch(`${widgets}/a`, { spec: { zz: 1 } }),
      mergePatch(`${widgets}/a?fieldValidation=Strict`, { spec: { zz: 1 } }),
      mergePatch(`${widgets}/a/status`, { status: { zz: 1 } }),
      apply(`${widgets}/a`, 'm', widget('a', { color: 'red', zz: 1 })),
      apply(`${widgets}/a?fieldValidation=Strict`, 'm', widget('a', { color: 'red', zz: 1 })),
    ),
    sequence(
      'many findings',
      post(configMaps, {
        metadata: { name: 'many' },
        ...Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`unknown-${index}-${'x'.repeat(30)}`, 1])),
      }),
      post(configMaps, { metadata: { name: 'long' }, ['y'.repeat(5000)]: 1, second: 2 }),
      post(`${configMaps}?fieldValidation=Strict`, {
        metadata: { name: 'strict' },
        ...Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`unknown-${index}`, 1])),
      }),
      post(configMaps, {
        metadata: { name: 'quotes' },
        'a"b': 1,
        'c\\d': 2,
        'e\nf': 3,
        ü: 4,
        'g\u0001h': 5,
        'i\u2028j': 6,
        '<&>': 7,
      }),
      post(pods, pod('same', { containers: [container({ a: 1 }), container({ name: 'd', a: 1 })], a: 1 })),
    ),
    sequence(
      'warnings of kinds',
      post('/api/v1/namespaces/${NS}/endpoints', { metadata: { name: 'e' } }),
      post(widgets, { ...widget('fin'), metadata: { name: 'fin', finalizers: ['nodomain'] } }),
      post(
        configMaps,
        configMap(
          'owned',
          {},
          {
            ownerReferences: [
              { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' },
              { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' },
            ],
          },
        ),
      ),
      mergePatch(`${configMaps}/owned`, {
        metadata: {
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'v' },
            { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'v' },
          ],
        },
      }),
      post(
        configMaps,
        configMap(
          'owned2',
          {},
          {
            ownerReferences: [
              { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' },
              { apiVersion: 'v1', kind: 'Pod', name: 'p2', uid: 'u' },
            ],
          },
        ),
      ),
      post(
        pods,
        pod('env', {
          containers: [
            container({
              env: [
                { name: 'A', value: '1' },
                { name: 'A', value: '2' },
              ],
              ports: [{ containerPort: 80 }, { containerPort: 80, name: 'x' }],
            }),
          ],
        }),
      ),
      post(
        deployments,
        deployment('env', {
          template: {
            metadata: { labels: { app: 'env' } },
            spec: {
              containers: [
                container({
                  env: [
                    { name: 'A', value: '1' },
                    { name: 'A', value: '2' },
                  ],
                }),
              ],
            },
          },
        }),
      ),
      post(pods, pod('dotted.name')),
    ),
  ],
};
