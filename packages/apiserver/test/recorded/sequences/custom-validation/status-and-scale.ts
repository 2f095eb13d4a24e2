import type { Area } from '../../sequence.ts';
import { apply, del, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  integer,
  listOf,
  objectOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
} from '../custom-requests/things.ts';

const status = { subresources: { status: {} } };
const statusSchema = objectOf(
  {
    n: { ...integer, maximum: 5 },
    set: listOf(text, { 'x-kubernetes-list-type': 'set' }),
    o: objectOf({ a: text }, { required: ['a'] }),
  },
  { minProperties: 1 },
);
const schema = objectOf({ spec: objectOf({ a: { ...text, maxLength: 3 } }), status: statusSchema, other: text });
const a = `${things()}/a`;
const scaleOf = (spec: string, more: object = {}): object => ({
  subresources: { status: {}, scale: { specReplicasPath: spec, statusReplicasPath: '.status.replicas', ...more } },
});
const scaled = objectOf({
  spec: objectOf({ replicas: integer, a: text }),
  status: objectOf({ replicas: integer, selector: text }),
});
const scale = (spec: unknown, metadata: object = {}): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name: 'a', ...metadata },
  spec,
});

/** The subresources of custom objects, and their generation. */
export const statusAndScale: Area = {
  name: 'status and scale of custom objects',
  sequences: [
    sequence(
      'the status in writes of the object',
      ...installed(schema, status),
      post(things(), thing('a', { a: 'x' }, { status: { n: 1 } })),
      mergePatch(a, { status: { n: 2 }, spec: { a: 'y' } }),
      mergePatch(`${a}/status`, { status: { n: 3 } }),
      mergePatch(a, { status: { n: 4 }, spec: { a: 'z' } }),
      mergePatch(a, { status: null }),
      mergePatch(a, { status: 'no object' }),
      put(a, thing('a', { a: 'z' })),
      get(a, { quiet: true, save: { rv: 'metadata.resourceVersion' } }),
      put(a, thing('a', { a: 'p' }, { metadata: { name: 'a', resourceVersion: '${rv}' } })),
      apply(`${a}?force=true`, 'm', thing('a', { a: 'q' }, { status: { n: 5 } })),
    ),
    sequence(
      'other fields in writes of the status',
      ...installed(schema, status),
      post(things(), thing('a', { a: 'x' }, { other: 'y' }), { save: { rv: 'metadata.resourceVersion' } }),
      put(
        `${a}/status`,
        thing(
          'a',
          { a: 'too long' },
          {
            metadata: { name: 'a', resourceVersion: '${rv}', labels: { a: 'b' }, finalizers: ['x/y'] },
            status: { n: 1 },
            other: 'z',
          },
        ),
      ),
      mergePatch(`${a}/status`, { spec: { a: 'too long', zz: 1 }, metadata: { labels: { a: 'b' } } }),
      mergePatch(`${a}/status`, { spec: 5, other: 5, status: { n: 2 } }),
      mergePatch(`${a}/status`, { metadata: { labels: { '-': 'x y' } }, status: { n: 3 } }),
      mergePatch(`${a}/status`, { metadata: { name: 'b' }, status: { n: 3 } }),
      mergePatch(`${a}/status`, { kind: 'Other', status: { n: 3 } }),
      mergePatch(`${a}/status`, { metadata: { resourceVersion: '1' }, status: { n: 3 } }),
      jsonPatch(`${a}/status`, [{ op: 'remove', path: '/status' }]),
      mergePatch(`${a}/status`, { status: {} }),
      apply(`${a}/status`, 'm', thing('a', { a: 'too long' }, { status: { n: 4 } })),
      get(`${a}/status`),
      del(a),
    ),
    sequence(
      'a status that is wrong',
      ...installed(schema, status),
      post(things(), thing('a'), quiet),
      ...[
        { n: 'x' },
        { n: 6 },
        { n: null },
        { set: ['a', 'a'] },
        { o: {} },
        { o: 5, set: 'x' },
        'text',
        5,
        [],
        {},
        { zz: 1 },
        null,
      ].map((value) => jsonPatch(`${a}/status`, [{ op: 'add', path: '/status', value }])),
    ),
    sequence(
      'a status without a schema',
      ...installed(specOf({ a: text }), status),
      post(things(), thing('a', { a: 'x' }, { status: { x: 1 } })),
      mergePatch(`${a}/status`, { status: { x: 1 } }),
      get(a),
    ),
    sequence(
      'a status of a schema that keeps everything',
      ...installed({ type: 'object', ...open }, status),
      post(things(), thing('a', { a: 'x' }, { status: { x: 1 }, other: 5 })),
      mergePatch(`${a}/status`, { status: { x: { y: [1] } }, other: 6, spec: 'x' }),
      mergePatch(`${a}/status`, { status: 'text' }),
      get(a),
    ),
    sequence(
      'the rest of an object that is wrong while its status is written',
      ...installed(
        objectOf({ spec: objectOf({ a: text, s: listOf(text) }), status: objectOf({ n: integer }) }),
        status,
      ),
      post(things(), thing('a', { a: 'long', s: ['x', 'x'] }), quiet),
      ...changedTo(
        objectOf({
          spec: objectOf(
            { a: { ...text, maxLength: 1 }, b: text, s: listOf(text, { 'x-kubernetes-list-type': 'set' }) },
            { required: ['b'] },
          ),
          status: objectOf({ n: integer }),
        }),
        'once',
        thing('first', { b: 'x' }),
      ),
      mergePatch(`${a}/status`, { status: { n: 1 } }),
      mergePatch(a, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'generations',
      ...installed(
        objectOf({ spec: objectOf({ a: text }), status: objectOf({ n: integer }), other: objectOf({ d: text }) }),
        status,
      ),
      post(things(), thing('a', {}, { metadata: { name: 'a', generation: 7 } })),
      mergePatch(a, { metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['x/y'] } }),
      mergePatch(a, { metadata: { generation: 9 } }),
      mergePatch(a, { spec: { a: 'x' } }),
      mergePatch(a, { other: { d: 'x' } }),
      mergePatch(a, { spec: { a: 'x' }, status: { n: 1 } }),
      mergePatch(`${a}/status`, { status: { n: 1 } }),
      mergePatch(a, { other: null }),
      mergePatch(a, { spec: null }),
      apply(`${a}?force=true`, 'm', thing('a', { a: 'y' })),
      apply(`${a}?force=true`, 'm', thing('a', { a: 'y' })),
      mergePatch(`${a}?dryRun=All`, { spec: { a: 'z' } }),
      del(a),
      mergePatch(a, { spec: { a: 'late' } }),
    ),
    sequence(
      'generations without a status',
      ...installed(objectOf({ spec: objectOf({ a: text }), status: objectOf({ n: integer }) })),
      post(things(), thing('a', {}, { status: { n: 1 }, metadata: { name: 'a', generation: 7 } })),
      mergePatch(a, { status: { n: 2 } }),
      mergePatch(a, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${a}/status`, { status: { n: 3 } }),
    ),
    sequence(
      'scales',
      ...installed(scaled, scaleOf('.spec.replicas', { labelSelectorPath: '.status.selector' })),
      post(things(), thing('a', { a: 'x' })),
      get(`${a}/scale`),
      mergePatch(`${a}/scale`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${a}/scale`, {}),
      mergePatch(`${a}/scale`, { spec: { replicas: 2 } }),
      get(`${a}/scale`),
      put(`${a}/scale`, scale({ replicas: 3 })),
      put(`${a}/scale`, scale({})),
      put(`${a}/scale`, scale({ replicas: 3 }, { resourceVersion: '1' })),
      put(`${a}/scale`, scale({ replicas: -4 })),
      mergePatch(`${a}/scale`, { spec: { replicas: -4 } }),
      put(`${a}/scale`, scale({ replicas: 1 }, { name: 'b' })),
      put(`${a}/scale?dryRun=All`, scale({ replicas: 7 })),
      mergePatch(`${a}/status`, { status: { replicas: 4, selector: 'a=b' } }),
      get(`${a}/scale`),
      mergePatch(a, { spec: { replicas: null } }),
      get(`${a}/scale`),
      put(`${a}/scale`, scale({ replicas: 5 })),
      get(a),
    ),
    sequence(
      'scales of what is not there',
      ...installed(scaled, scaleOf('.spec.deep.replicas')),
      post(things(), thing('a')),
      get(`${a}/scale`),
      put(`${a}/scale`, scale({ replicas: 3 })),
      put(`${a}/scale`, scale({})),
      get(a),
    ),
    sequence(
      'scales that their schema refuses',
      ...installed(
        objectOf({
          spec: objectOf({ replicas: { ...integer, maximum: 3 }, must: text }),
          status: objectOf({ replicas: integer }),
        }),
        scaleOf('.spec.replicas'),
      ),
      post(things(), thing('a', { replicas: 1 })),
      put(`${a}/scale`, scale({ replicas: 5 })),
      mergePatch(`${a}/scale`, { spec: { replicas: 5 } }),
      ...changedTo(
        objectOf({
          spec: objectOf({ replicas: integer, must: text }, { required: ['must'] }),
          status: objectOf({ replicas: integer }),
        }),
        'once',
        thing('first', { must: 'x' }),
      ),
      put(`${a}/scale`, scale({ replicas: 2 })),
    ),
    sequence(
      'numbers of replicas in other writes',
      ...installed(
        objectOf({ spec: { ...open, type: 'object' }, status: { ...open, type: 'object' } }),
        scaleOf('.spec.replicas', { labelSelectorPath: '.status.selector' }),
      ),
      ...[-1, 2_147_483_647, 2_147_483_648, 'x', 1.5, true, null, {}, []].map((replicas) =>
        post(`${things()}?dryRun=All`, thing('a', { replicas })),
      ),
      post(things(), thing('a', { replicas: 1 })),
      ...[-1, 2_147_483_648, 'x', 1.5].map((replicas) => mergePatch(`${a}/status`, { status: { replicas } })),
      ...['x', '', 5, {}, null].map((selector) => mergePatch(`${a}/status`, { status: { selector } })),
      mergePatch(a, { spec: { replicas: -1 } }),
    ),
  ],
};
