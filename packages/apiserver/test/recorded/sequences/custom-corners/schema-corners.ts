import type { Area, RequestStep } from '../../sequence.ts';
import { apply, jsonPatch, mergePatch, post, sequence } from '../../steps.ts';
import {
  crds,
  definition,
  installed,
  integer,
  listOf,
  mapOf,
  objectOf,
  open,
  specOf,
  text,
  thing,
  things,
  tryThing,
  version,
} from '../custom-requests/things.ts';

const a = `${things()}/a`;
const listType = (type: string): object => ({ 'x-kubernetes-list-type': type });
const mapType = (type: string): object => ({ 'x-kubernetes-map-type': type });
const keys = (...names: readonly string[]): object => ({ ...listType('map'), 'x-kubernetes-list-map-keys': names });
const intOrString = { 'x-kubernetes-int-or-string': true };
const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true };
/** Creates definitions without storing them, one with each of these values in `spec.x`. */
const trySchemas = (...values: readonly object[]): RequestStep[] =>
  values.map((value) => post(`${crds}?dryRun=All`, definition([version('v1', specOf({ x: value }))])));

/** What several extensions of a schema do together. */
export const schemaCorners: Area = {
  name: 'extensions of schemas together',
  sequences: [
    sequence(
      'extensions that do not go together',
      ...trySchemas(
        { ...text, ...listType('set') },
        { ...objectOf({}), ...listType('atomic') },
        { ...listOf(text), ...mapType('atomic') },
        { ...text, ...mapType('granular') },
        listOf(text, listType('other')),
        mapOf(text, mapType('other')),
        listOf(listOf(text), listType('set')),
        listOf(listOf(text, listType('atomic')), listType('set')),
        listOf(objectOf({ k: text }), listType('set')),
        listOf(objectOf({ k: text }, mapType('atomic')), listType('set')),
        listOf({ ...text, nullable: true }, listType('set')),
        listOf({ ...intOrString }, listType('set')),
        listOf({ ...open }, listType('set')),
        listOf(text, keys('k')),
        listOf(objectOf({ k: text }), keys()),
        listOf(objectOf({ k: text }), listType('map')),
        listOf(objectOf({ k: text }), { 'x-kubernetes-list-map-keys': ['k'] }),
        listOf(objectOf({ k: text }, { required: ['k'] }), keys('k', 'k')),
        listOf(objectOf({ k: text }, { required: ['k'] }), keys('k', 'missing')),
        listOf(objectOf({ k: { ...text, nullable: true } }, { required: ['k'] }), keys('k')),
        listOf(objectOf({ k: { ...text, default: 'x' } }), keys('k')),
        listOf(objectOf({ k: objectOf({}) }, { required: ['k'] }), keys('k')),
        listOf(objectOf({ k: listOf(text) }, { required: ['k'] }), keys('k')),
        listOf(objectOf({ k: intOrString }, { required: ['k'] }), keys('k')),
        listOf(objectOf({ k: { type: 'boolean' }, n: { type: 'number' } }, { required: ['k', 'n'] }), keys('k', 'n')),
        listOf({ ...objectOf({ k: text }, { required: ['k'] }), nullable: true }, keys('k')),
        { ...embedded },
        { ...embedded, ...open },
        { ...embedded, properties: { spec: text } },
        { ...embedded, properties: { metadata: objectOf({ name: text, labels: mapOf(text) }) } },
        { ...embedded, properties: { apiVersion: integer, kind: integer, metadata: text } },
        { ...embedded, ...mapType('atomic'), ...open },
        { ...embedded, additionalProperties: true },
        { ...intOrString, ...open },
        { ...intOrString, type: 'string' },
        { ...intOrString, type: 'object', ...open },
        { ...intOrString, format: 'int32', enum: [1, 'x'], maximum: 5, maxLength: 2, pattern: '^x' },
        { ...intOrString, default: 1.5 },
        { ...intOrString, default: true },
        { ...intOrString, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        { ...intOrString, anyOf: [{ type: 'string' }, { type: 'integer' }] },
        { ...intOrString, allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 5 }] },
        { ...open, items: text },
        { ...open, type: 'array' },
        { ...open, type: 'array', items: text },
        { ...open, type: 'string' },
        { ...open, additionalProperties: text },
        { 'x-kubernetes-preserve-unknown-fields': false, type: 'object' },
        { ...text, 'x-kubernetes-embedded-resource': false, 'x-kubernetes-int-or-string': false },
        { ...text, 'x-kubernetes-unknown': true },
      ),
    ),
    sequence(
      'lists with keys of every type',
      ...installed(
        specOf({
          bools: listOf(objectOf({ k: { type: 'boolean' }, v: text }, { required: ['k'] }), keys('k')),
          numbers: listOf(objectOf({ k: { type: 'number' }, v: text }, { required: ['k'] }), keys('k')),
          integers: listOf(objectOf({ k: integer, v: text }, { required: ['k'] }), keys('k')),
          either: listOf(objectOf({ k: intOrString, v: text }, { required: ['k'] }), keys('k')),
          several: listOf(
            objectOf({ a: text, b: { ...integer, default: 1 }, v: text }, { required: ['a'] }),
            keys('a', 'b'),
          ),
          set: listOf(objectOf({ x: text, y: text }, mapType('atomic')), listType('set')),
          lists: listOf(listOf(integer, listType('atomic')), listType('set')),
        }),
      ),
      tryThing({ bools: [{ k: true }, { k: false }, { k: true }] }),
      tryThing({ numbers: [{ k: 1 }, { k: 1.0 }, { k: 1.5 }, { k: 1 }] }),
      tryThing({ integers: [{ k: 1 }, { k: 2 ** 53 }, { k: 1 }] }),
      tryThing({ either: [{ k: 1 }, { k: '1' }, { k: '1' }] }),
      tryThing({ several: [{ a: 'x' }, { a: 'x', b: 1 }, { a: 'x', b: 2 }] }),
      tryThing({ set: [{ x: 'a', y: 'b' }, { y: 'b', x: 'a' }, {}] }),
      tryThing({ lists: [[1, 2], [2, 1], [1, 2], []] }),
      apply(a, 'one', thing('a', { bools: [{ k: true, v: 'x' }], several: [{ a: 'x', v: '1' }], lists: [[1]] })),
      apply(
        a,
        'two',
        thing('a', {
          bools: [{ k: false, v: 'y' }],
          several: [{ a: 'x', b: 2 }],
          lists: [[1], [2]],
          numbers: [{ k: 1.5 }],
        }),
      ),
      apply(a, 'one', thing('a', { set: [{ x: 'a' }, { y: 'b' }], either: [{ k: '1' }, { k: 1 }] })),
      apply(a, 'two', thing('a', { set: [{ x: 'a', y: 'b' }], numbers: [{ k: 1.5, v: 'z' }, { k: 2 }] })),
      apply(a, 'two', thing('a', { several: [{ a: 'y' }, { a: 'y', b: 1 }] })),
    ),
    sequence(
      'maps that are atomic in lists that are sets',
      ...installed(
        specOf({
          granular: objectOf({ a: text, b: text }, mapType('granular')),
          atomic: objectOf({ a: text, b: { ...text, default: 'd' } }, mapType('atomic')),
          entries: mapOf(text, mapType('atomic')),
          emb: { ...embedded, ...open, ...mapType('atomic') },
          nul: { ...listOf(text, listType('atomic')), nullable: true },
        }),
      ),
      apply(a, 'one', thing('a', { granular: { a: '1' }, atomic: { a: '1' }, entries: { a: '1' }, nul: null })),
      apply(a, 'two', thing('a', { granular: { b: '2' } })),
      apply(a, 'two', thing('a', { granular: { b: '2' }, atomic: { b: '2' } })),
      apply(`${a}?force=true`, 'two', thing('a', { atomic: { b: '2' }, entries: { b: '2' } })),
      apply(
        a,
        'two',
        thing('a', { emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', labels: { a: 'b' } } } }),
      ),
      mergePatch(a, { spec: { emb: { metadata: { labels: { c: 'd' } } } } }),
      apply(`${a}?force=true`, 'one', thing('a', { nul: ['x'] })),
      jsonPatch(a, [{ op: 'replace', path: '/spec/nul', value: null }]),
    ),
    sequence(
      'a name that a schema limits',
      ...installed(
        objectOf(
          {
            metadata: objectOf({
              name: { ...text, pattern: '^[a-c][a-z0-9]*$', maxLength: 8 },
              generateName: { ...text, maxLength: 2 },
            }),
            spec: objectOf({ s: text }),
          },
          {
            'x-kubernetes-validations': [
              { rule: "self.metadata.name != 'bad'", message: 'not bad', fieldPath: '.metadata.name' },
              {
                rule: "!has(self.metadata.generateName) || self.metadata.generateName != 'b'",
                reason: 'FieldValueForbidden',
              },
            ],
          },
        ),
        {},
        thing('a'),
      ),
      ...['a', 'bad', 'abcdefghi', 'd', 'A', ''].map((name) => post(`${things()}?dryRun=All`, thing(name))),
      post(things(), thing('a')),
      mergePatch(a, { spec: { s: 'x' } }),
    ),
    sequence(
      'subresources at odd paths',
      ...installed(
        objectOf({
          spec: objectOf({ a: objectOf({ 'b.c': integer, n: integer, text }), m: mapOf(integer), l: listOf(integer) }),
          status: objectOf({ a: objectOf({ n: integer }), sel: text }),
        }),
        {
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.m.n',
              statusReplicasPath: '.status.a.n',
              labelSelectorPath: '.status.sel',
            },
          },
        },
      ),
      post(things(), thing('a', {})),
      ...['', '?fieldValidation=Strict'].flatMap((query) => [
        mergePatch(`${a}/scale${query}`, { spec: { replicas: 3, other: 1 } }),
        mergePatch(`${a}/scale${query}`, { spec: { replicas: -1 } }),
        mergePatch(`${a}/scale${query}`, { spec: { replicas: 1.5 } }),
        mergePatch(`${a}/scale${query}`, { spec: { replicas: '1' } }),
        mergePatch(`${a}/scale${query}`, { spec: { replicas: 2147483648 } }),
        mergePatch(`${a}/scale${query}`, { spec: null }),
        mergePatch(`${a}/scale${query}`, { metadata: { labels: { a: 'b' } }, status: { replicas: 7 } }),
      ]),
      mergePatch(a, { spec: { m: { n: -5 } } }),
      mergePatch(a, { spec: { m: { n: 3000000000 } } }),
      mergePatch(`${a}/status`, { status: { a: { n: 2 }, sel: 'a=b,c in (d)' } }),
      mergePatch(`${a}/scale`, { spec: { replicas: 1 } }),
      mergePatch(`${a}/status`, { status: { a: null, sel: 'not a selector!' } }),
      mergePatch(`${a}/scale`, { spec: { replicas: 2 } }),
      apply(`${a}/scale`, 'm', {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'a' },
        spec: { replicas: 4 },
      }),
      apply(`${a}/scale?force=true`, 'm', {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'a' },
        spec: { replicas: 4 },
      }),
    ),
  ],
};
