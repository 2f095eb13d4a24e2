import type { Area } from '../../sequence.ts';
import { mergePatch, post, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  integer,
  listOf,
  mapOf,
  objectOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
  tryValues,
} from '../custom-requests/things.ts';

const embedded = { ...open, type: 'object', 'x-kubernetes-embedded-resource': true };
const pod = (rest: object = {}): object => ({ apiVersion: 'v1', kind: 'Pod', ...rest });
const named = (metadata: object): object => pod({ metadata });

/** Embedded objects that are wrong. */
const wrongObjects: readonly unknown[] = [
  {},
  { kind: 'Pod' },
  { apiVersion: 'v1' },
  { apiVersion: '', kind: '' },
  { apiVersion: 'a/b/c', kind: 'x_y' },
  { apiVersion: '/', kind: 'x.y' },
  { apiVersion: 'a/', kind: 'A' },
  { apiVersion: '/v1', kind: 'P'.repeat(64) },
  { apiVersion: ' ', kind: '5' },
  named({}),
  named({ name: '' }),
  named({ name: 'a/b' }),
  named({ name: 'a%b', namespace: 'c/d' }),
  named({ name: '.', generateName: 'a/b' }),
  named({ name: '..' }),
  named({ name: 'UPPER case' }),
  named({ name: 'x', namespace: 'UPPER' }),
  named({ name: 'x', labels: { '-': 'x y', ok: 'ok', ['a'.repeat(64)]: '' } }),
  named({ name: 'x', annotations: { 'a b': '' } }),
  named({ name: 'x', finalizers: ['a b', 'ok'] }),
  named({ name: 'x', ownerReferences: [{ name: 'x' }, { apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }] }),
  named({ name: 'x', generation: -1 }),
  named({ name: 'x', managedFields: [{ operation: 'x' }] }),
  named({ name: 'x', deletionGracePeriodSeconds: -1 }),
  'text',
  [],
  null,
];
const keyed = (properties: object, keys: readonly string[], rest: object = {}): object =>
  listOf(objectOf(properties, rest), { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });
const set = (items: object): object => listOf(items, { 'x-kubernetes-list-type': 'set' });
const atomic = { 'x-kubernetes-map-type': 'atomic' };

/** Embedded objects, and lists whose items are unique. */
export const embeddedAndLists: Area = {
  name: 'embedded objects and unique items',
  sequences: [
    sequence(
      'embedded objects that are wrong',
      ...installed(specOf({ emb: embedded })),
      ...tryValues('emb', ...wrongObjects),
    ),
    sequence(
      'embedded objects at every depth',
      ...installed(
        specOf({
          l: listOf(embedded),
          m: mapOf(embedded),
          deep: objectOf({
            emb: { ...embedded, properties: { spec: { ...open, type: 'object', properties: { inner: embedded } } } },
          }),
        }),
      ),
      ...tryValues('l', [{}, pod(), named({ name: 'a/b' })], [null, 5]),
      ...tryValues('m', { 'k.1': {}, k: named({ name: 'a/b' }) }),
      ...tryValues(
        'deep',
        { emb: pod({ spec: { inner: {} } }) },
        { emb: { spec: { inner: pod() } } },
        { emb: pod({ spec: { inner: named({ name: '.' }) } }) },
      ),
    ),
    sequence(
      'embedded objects with a schema of their own',
      ...installed(
        specOf({
          emb: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            required: ['metadata'],
            properties: {
              apiVersion: { ...text, enum: ['v1'] },
              kind: { ...text, pattern: '^P' },
              metadata: { type: 'object', properties: { name: { ...text, maxLength: 3 } } },
              spec: objectOf({ a: text }),
            },
          },
        }),
      ),
      ...tryValues(
        'emb',
        {},
        pod(),
        { apiVersion: 'v2', kind: 'Other', metadata: { name: 'long' } },
        named({ name: 'a', labels: { x: 'y' } }),
      ),
    ),
    sequence(
      'embedded objects do not stay wrong',
      ...installed(specOf({ a: text, emb: { ...open, type: 'object' } })),
      post(things(), thing('a', { emb: { kind: 'x_y' } }), quiet),
      ...changedTo(specOf({ a: text, emb: embedded })),
      mergePatch(`${things()}/a`, { spec: { a: 'x' } }),
      mergePatch(`${things()}/a`, { spec: { emb: { kind: 'Pod', apiVersion: 'v1' } } }),
    ),
    sequence(
      'items of sets',
      ...installed(
        specOf({
          s: set(text),
          i: set(integer),
          n: set({ type: 'number' }),
          b: set({ type: 'boolean' }),
          ios: set({ 'x-kubernetes-int-or-string': true }),
          o: set({ ...objectOf({ a: text, b: integer }), ...atomic }),
          l: set(listOf(text, { 'x-kubernetes-list-type': 'atomic' })),
          m: mapOf(set(text)),
          deep: listOf(objectOf({ s: set(text) })),
        }),
      ),
      ...tryValues('s', ['a', 'b', 'a', 'a'], ['a', 'a', 'b', 'b', 'b'], ['A', 'a'], [], ['"', '"'], ['a', 5, 5]),
      ...tryValues('i', [1, 2, 1], [1, 1.5, 1.5], [1, '1']),
      ...tryValues('n', [1, 1.5, 1, 1.5], [0.1, 0.1]),
      ...tryValues('b', [true, false, true]),
      ...tryValues('ios', [1, '1', 1, '1']),
      ...tryValues(
        'o',
        [
          { a: 'x', b: 1 },
          { b: 1, a: 'x' },
        ],
        [{}, {}],
        [{ a: 'x' }, {}],
        [null, null],
      ),
      ...tryValues('l', [
        ['a', 'b'],
        ['a', 'b'],
        ['b', 'a'],
      ]),
      ...tryValues('m', { 'k.1': ['a', 'a'], k: ['b', 'b'] }),
      ...tryValues('deep', [{ s: ['a'] }, { s: ['a', 'a'] }]),
    ),
    sequence(
      'items of lists that are maps',
      ...installed(
        specOf({
          one: keyed({ k: text, v: integer }, ['k'], { required: ['k'] }),
          two: keyed({ port: integer, proto: { ...text, default: 'TCP' } }, ['port', 'proto'], { required: ['port'] }),
          num: keyed({ k: { type: 'number' }, b: { type: 'boolean', default: false } }, ['b', 'k'], {
            required: ['k'],
          }),
          m: mapOf(keyed({ k: text }, ['k'], { required: ['k'] })),
          nested: keyed({ k: text, s: set(text), inner: keyed({ i: integer }, ['i'], { required: ['i'] }) }, ['k'], {
            required: ['k'],
          }),
        }),
      ),
      ...tryValues(
        'one',
        [{ k: 'a' }, { k: 'a', v: 1 }, { k: 'a' }],
        [{ v: 1 }, { v: 2 }, {}],
        [{ k: 'a' }, { k: 'b' }],
        ['x', { k: 'a' }, { k: 'a' }],
        [{ k: 'a' }, null, null],
        [{ k: 5 }, { k: 5 }],
        [{ k: null }, { k: null }],
        [[], 5],
        'x',
      ),
      ...tryValues(
        'two',
        [{ port: 80 }, { port: 80, proto: 'TCP' }],
        [{ port: 80 }, { port: 80, proto: 'UDP' }],
        [{ port: 80, proto: null }, { port: 80 }],
        [{ proto: 'x' }, { proto: 'x' }],
      ),
      ...tryValues('num', [{ k: 1 }, { k: 1.0, b: false }, { k: 1.5, b: true }, { b: true, k: 1.5 }]),
      ...tryValues('m', { 'k.1': [{ k: 'a' }, { k: 'a' }] }),
      ...tryValues('nested', [{ k: 'a', s: ['x', 'x'], inner: [{ i: 1 }, { i: 1 }] }, { k: 'a' }]),
    ),
    sequence(
      'lists that had duplicates already',
      ...installed(
        specOf({
          a: text,
          s: listOf(text),
          t: listOf(text),
          m: listOf(objectOf({ k: text, v: text }, { required: ['k'] })),
        }),
      ),
      post(things(), thing('a', { s: ['a', 'a'], t: ['x'] }), quiet),
      post(things(), thing('b', { s: ['a'], t: ['x'] }), quiet),
      post(things(), thing('c', { m: [{ k: 'a' }, { k: 'a' }] }), quiet),
      ...changedTo(
        specOf({ a: text, s: set(text), t: set(text), m: keyed({ k: text, v: text }, ['k'], { required: ['k'] }) }),
      ),
      mergePatch(`${things()}/a`, { spec: { a: 'x' } }),
      mergePatch(`${things()}/a`, { spec: { t: ['y', 'y'] } }),
      mergePatch(`${things()}/a`, { spec: { s: ['b', 'b', 'c', 'c'] } }),
      mergePatch(`${things()}/a`, { spec: { s: ['b'], t: ['y'] } }),
      mergePatch(`${things()}/a`, { spec: { s: ['b', 'b'] } }),
      mergePatch(`${things()}/b`, { spec: { t: ['y', 'y'] } }),
      mergePatch(`${things()}/c`, { spec: { m: [{ k: 'a' }, { k: 'a', v: '1' }, { k: 'a' }] } }),
      mergePatch(`${things()}/c`, { spec: { m: [{ k: 'a' }] } }),
      mergePatch(`${things()}/c`, { spec: { m: [{ k: 'a' }, { k: 'a' }] } }),
    ),
  ],
};
