import type { Area } from '../../sequence.ts';
import { get, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  listOf,
  mapOf,
  objectOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
  tryThing,
  tryValues,
} from './things.ts';

const embedded = { ...open, type: 'object', 'x-kubernetes-embedded-resource': true };
const strictEmbedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  properties: { spec: objectOf({ a: text }) },
};
const pod = (metadata: unknown, rest: object = {}): object => ({ apiVersion: 'v1', kind: 'Pod', metadata, ...rest });

/** Metadata that does not decode. */
const malformed: readonly unknown[] = [
  { labels: { a: 5 } },
  { labels: { a: null } },
  { labels: [] },
  { labels: 'x' },
  { annotations: { a: { b: 1 } } },
  { finalizers: 'x' },
  { finalizers: [1] },
  { finalizers: [null] },
  { ownerReferences: {} },
  { ownerReferences: [{ uid: 5 }] },
  { name: 5 },
  { name: true },
  { creationTimestamp: 'yesterday' },
  { creationTimestamp: 5 },
  { deletionTimestamp: '2020-01-01T00:00:00Z' },
  { generation: 'x' },
  { generation: 1.5 },
  { generation: -1 },
  { managedFields: {} },
  { uid: 5 },
  'text',
  5,
  [],
  null,
];

/** Metadata that decodes, and is written otherwise than it was read. */
const rewritten: readonly object[] = [
  { creationTimestamp: null, labels: {}, annotations: null, finalizers: [], ownerReferences: null },
  { creationTimestamp: '2020-01-02T03:04:05+01:00', name: '', generateName: '', selfLink: '', uid: '' },
  { labels: { b: '2', a: '1' }, annotations: { z: '', y: '' }, name: 'x', bad: 1, clusterName: 'y' },
  { ownerReferences: [{ uid: 'u', name: 'n', kind: 'K', apiVersion: 'v1', bad: 1, controller: null }] },
  { Labels: { a: 'b' }, NAME: 'x' },
  { deletionGracePeriodSeconds: 0, generation: 0, resourceVersion: '' },
];

/** How metadata is read, at the root and in embedded objects. */
export const customMetadata: Area = {
  name: 'metadata of custom objects',
  sequences: [
    sequence(
      'metadata that does not decode',
      ...installed(specOf({ a: text })),
      ...malformed.map((metadata) => tryThing({ a: 'x' }, { metadata })),
      ...malformed.map((metadata) =>
        tryThing({ a: 'x' }, { metadata: typeof metadata === 'object' ? { name: 't', ...metadata } : metadata }),
      ),
    ),
    sequence(
      'metadata that is written otherwise than it was sent',
      ...installed(specOf({ a: text })),
      ...rewritten.map((metadata) => tryThing({ a: 'x' }, { metadata: { name: 't', ...metadata } })),
    ),
    sequence(
      'what is never pruned at the root',
      ...installed({ type: 'object' }),
      tryThing({ a: 1 }, { other: 1, status: {} }),
      post(things(), thing('a', {}, { metadata: { name: 'a', labels: { a: 'b' } } })),
      get(`${things()}/a`),
    ),
    sequence(
      'schemas that say something about the metadata',
      ...installed({
        type: 'object',
        properties: {
          apiVersion: { type: 'string', pattern: 'v1$' },
          kind: { type: 'string', minLength: 2 },
          metadata: {
            type: 'object',
            properties: {
              name: { type: 'string', maxLength: 3, pattern: '^[a-z]*$' },
              generateName: { maxLength: 3, type: 'string' },
            },
          },
        },
      }),
      ...['a', 'abcd', 'a1'].map((name) => post(things(), thing(name))),
      post(things(), thing('', {}, { metadata: { generateName: 'gen-' } })),
      mergePatch(`${things()}/a`, { metadata: { labels: { x: 'y' } } }),
    ),
    sequence(
      'embedded objects that do not decode',
      ...installed(
        specOf({ emb: embedded, l: listOf(embedded), m: mapOf(embedded), deep: objectOf({ emb: embedded }) }),
      ),
      ...tryValues(
        'emb',
        { apiVersion: 5, kind: 'Pod' },
        { apiVersion: 'v1', kind: {} },
        { apiVersion: null, kind: 'Pod' },
        // One mistake in each: kube-apiserver reads the fields in the random order of a Go map, and says the first.
        { apiVersion: [], kind: 'Pod' },
      ),
      ...tryValues('emb', ...malformed.map((metadata) => pod(metadata))),
      ...tryValues('l', [pod({ labels: { a: 5 } })], [pod({}), { ...pod({}), kind: 5 }]),
      ...tryValues('m', { 'k.1': pod({ labels: { a: 5 } }) }, { k: { ...pod({}), apiVersion: 5 } }),
      ...tryValues('deep', { emb: pod({ finalizers: 5 }) }),
      tryThing({ emb: pod(5) }, { metadata: { labels: { a: 5 } } }),
    ),
    sequence(
      'embedded objects that are written otherwise than they were sent',
      ...installed(specOf({ emb: embedded, strict: strictEmbedded, l: listOf(strictEmbedded), m: mapOf(embedded) })),
      ...tryValues('emb', ...rewritten.map((metadata) => pod(metadata, { spec: { b: null, a: 1 } }))),
      ...tryValues(
        'strict',
        pod({ name: 'x' }, { spec: { a: 'x', b: 1 }, status: { c: 1 } }),
        pod(rewritten[0], { spec: { a: null } }),
        pod({ managedFields: [{ manager: 'x' }], name: 'x' }),
      ),
      ...tryValues('l', [pod({ bad: 1, name: 'a' }, { bad: 2 }), pod({ creationTimestamp: null })]),
      ...tryValues('m', { 'k.1': pod({ bad: 1, creationTimestamp: null }) }),
      post(things(), thing('a', { emb: pod({ labels: {}, creationTimestamp: null, name: 'x' }) })),
      get(`${things()}/a`),
      mergePatch(`${things()}/a`, { spec: { emb: { metadata: { bad: 1, name: 'y' } } } }),
    ),
    sequence(
      'an embedded object in an embedded object',
      ...installed(
        specOf({
          outer: { ...embedded, properties: { spec: { ...open, type: 'object', properties: { inner: embedded } } } },
        }),
      ),
      ...tryValues(
        'outer',
        pod({ name: 'x' }, { spec: { inner: pod({ bad: 1, name: 'y' }), more: pod({ bad: 2 }) } }),
        pod({ name: 'x' }, { spec: { inner: pod({ labels: { a: 5 } }) } }),
        pod({ name: 'x' }, { spec: { inner: { kind: 'Pod' } } }),
        pod({ name: 'x' }, { spec: { inner: null } }),
      ),
    ),
    sequence(
      'embedded objects that were stored before they were ones',
      ...installed(specOf({ a: text, emb: { ...open, type: 'object' }, l: listOf({ ...open, type: 'object' }) })),
      post(
        things(),
        thing('a', { emb: pod({ labels: { a: 5, b: 'c' }, name: 7, bad: 1, finalizers: ['x', 1] }, { more: 1 }) }),
        quiet,
      ),
      post(things(), thing('b', { emb: { apiVersion: 5, kind: {}, more: 1 } }), quiet),
      post(things(), thing('c', { emb: { more: 1 }, l: [pod({ annotations: { a: 5 } }), 5] }), quiet),
      post(things(), thing('d', { emb: pod({ creationTimestamp: null, labels: {}, generation: 0 }) }), quiet),
      ...changedTo(specOf({ a: text, emb: embedded, l: listOf(embedded) })),
      ...['a', 'b', 'c', 'd'].flatMap((name) => [
        get(`${things()}/${name}`, { retry: true }),
        mergePatch(`${things()}/${name}`, { spec: { a: 'x' } }),
      ]),
      get(things()),
    ),
    sequence(
      'metadata in updates',
      ...installed(specOf({ a: text })),
      post(things(), thing('a', { a: 'x' }, { metadata: { name: 'a', labels: { a: 'b' } } })),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 5 } } }),
      mergePatch(`${things()}/a`, { metadata: null }),
      mergePatch(`${things()}/a`, { metadata: 5 }),
      mergePatch(`${things()}/a`, { metadata: { labels: {}, annotations: { x: '' } } }),
      mergePatch(`${things()}/a`, { metadata: { labels: { '-': 'x' }, name: 'b' } }),
      put(`${things()}/a`, thing('a', { a: 'y' }, { metadata: { name: 'a', uid: 'x' } })),
    ),
  ],
};
