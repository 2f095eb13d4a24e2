import type { Area } from '../../sequence.ts';
import { apply, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import { installed, integer, judged, listOf, object, objectOf, ruled, text, tried } from './definition.ts';

const o = `${judged}/o`;
const applied = (spec: object): object => object('o', spec);
const withStatus = { subresources: { status: {} } };
const status = { properties: { status: objectOf({ ready: ruled(integer, 'self < 5') }) } };
const tooLow = ruled(integer, 'self > 5');

/** Which requests are judged by rules, and after what. */
export const requestsAndRules: Area = {
  name: 'requests and rules',
  sequences: [
    sequence(
      'every way of writing is judged',
      ...installed({ a: tooLow }),
      post(judged, object('o', { a: 1 })),
      post(judged, object('o', { a: 6 })),
      mergePatch(o, { spec: { a: 1 } }),
      jsonPatch(o, [{ op: 'replace', path: '/spec/a', value: 2 }]),
      apply(o, 'm', applied({ a: 3 }), { headers: { 'content-type': 'application/apply-patch+yaml' } }),
      apply(`${o}?force=true`, 'm', applied({ a: 4 })),
      apply(`${judged}/p?force=true`, 'm', object('p', { a: 4 })),
      put(o, object('o', { a: 5 }, { metadata: { name: 'o', resourceVersion: '0' } })),
      mergePatch(`${o}?dryRun=All`, { spec: { a: 1 } }),
      mergePatch(`${o}?dryRun=All`, { spec: { a: 7 } }),
      get(o),
    ),
    sequence(
      'a status is written with a spec that breaks a rule',
      ...installed(
        { a: integer },
        { ...status, ...ruled({}, '!has(self.status) || self.status.ready < self.spec.a') },
        withStatus,
      ),
      post(judged, object('o', { a: 4 }), { quiet: true }),
      mergePatch(`${o}/status`, { status: { ready: 1 } }),
      mergePatch(`${o}/status`, { status: { ready: 4 } }),
      mergePatch(`${o}/status`, { status: { ready: 6 } }),
      mergePatch(o, { spec: { a: 1 } }),
    ),
    sequence(
      'the scale is judged with the whole object',
      ...installed(
        { replicas: ruled(integer, { rule: 'self < 5', message: 'too many' }) },
        { properties: { status: objectOf({ replicas: integer }) } },
        { subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } } },
      ),
      post(judged, object('o', { replicas: 1 }), { quiet: true }),
      mergePatch(`${o}/scale`, { spec: { replicas: 2 } }),
      mergePatch(`${o}/scale`, { spec: { replicas: 6 } }),
    ),
    sequence(
      'defaults are judged, too',
      ...installed({ a: ruled(objectOf({ x: { ...integer, default: 6 }, y: integer }), 'self.x > self.y') }),
      post(tried, object('o', { a: { y: 1 } })),
      post(tried, object('o', { a: { y: 7 } })),
    ),
    ...[
      { what: 'a value that is not in the enum', schema: { ...text, enum: ['x'] }, value: 'y' },
      { what: 'a missing value', schema: objectOf({ x: text }, { required: ['x'] }), value: {} },
      { what: 'a text that is too long', schema: { ...text, maxLength: 1 }, value: 'yy' },
      { what: 'too many items', schema: listOf(text, { maxItems: 1 }), value: ['a', 'b'] },
      { what: 'a value of another type', schema: text, value: 5 },
      { what: 'a format', schema: { ...text, format: 'date-time' }, value: 'x' },
      { what: 'a pattern', schema: { ...text, pattern: '^a$' }, value: 'x' },
      { what: 'a number that is too small', schema: { ...integer, minimum: 5 }, value: 1 },
      {
        what: 'an item that is there twice',
        schema: listOf(text, { 'x-kubernetes-list-type': 'set' }),
        value: ['a', 'a'],
      },
    ].map(({ what, schema, value }) =>
      sequence(
        `rules after ${what}`,
        ...installed({ a: tooLow, b: schema }),
        post(tried, object('o', { a: 1, b: value })),
      ),
    ),
    sequence(
      'rules after metadata that is wrong',
      ...installed({ a: tooLow }),
      post(tried, object('O_', { a: 1 })),
      post(tried, { ...object('o', { a: 1 }), metadata: { name: 'o', labels: { 'a b': 'c' } } }),
      post(tried, {
        ...object('o', { a: 1 }),
        metadata: { name: 'o', ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'a', uid: 'b' }] },
      }),
      post(tried, { ...object('o', { a: 1 }), metadata: { name: 'o', annotations: { a: 'b'.repeat(262_145) } } }),
    ),
    sequence(
      'rules after a scale that is wrong',
      ...installed(
        { a: tooLow, replicas: integer },
        {},
        { subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } } },
      ),
      post(tried, object('o', { a: 1, replicas: -1 })),
    ),
  ],
};
