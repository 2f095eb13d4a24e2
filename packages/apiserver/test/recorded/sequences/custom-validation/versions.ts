import type { Area } from '../../sequence.ts';
import { apply, del, get, jsonPatch, mergePatch, post, put, sequence, watch } from '../../steps.ts';
import {
  crd,
  installedVersions,
  integer,
  listOf,
  objectOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
  version,
} from '../custom-requests/things.ts';

const embedded = { ...open, type: 'object', 'x-kubernetes-embedded-resource': true };
const preset = { ...text, default: 'set' };
const two = installedVersions([
  version('v1', specOf({ s: text, one: text, o: objectOf({ x: text, y: text }), any: open, d1: preset })),
  version(
    'v2',
    specOf({ s: text, two: text, o: objectOf({ x: text, z: text }), any: objectOf({ x: text }), d2: preset }),
  ),
]);

/** Objects in several versions without a webhook. */
export const customVersions: Area = {
  name: 'versions of custom objects',
  sequences: [
    sequence(
      'what another version does not have',
      ...two,
      post(things(), thing('a', { s: 'x', one: '1', o: { x: 'x', y: 'y' }, any: { x: 'a', y: 1 } })),
      get(`${things('v2')}/a`),
      post(things('v2'), thing('b', { s: 'x', two: '2', o: { x: 'x', z: 'z' }, any: { x: 'a' } }, {}, 'v2')),
      post(`${things('v2')}?fieldValidation=Strict`, thing('c', { one: '1' }, {}, 'v2')),
      get(`${things()}/b`),
      get(things()),
      get(things('v2')),
      mergePatch(`${things('v2')}/a`, { spec: { s: 'y' } }),
      get(`${things()}/a`),
      mergePatch(`${things('v2')}/b`, { spec: { two: 'again' } }),
      apply(`${things('v2')}/d`, 'm', thing('d', { s: 'x', two: '2' }, {}, 'v2')),
      apply(`${things('v2')}/d`, 'm', thing('d', { s: 'x', two: '2' }, {}, 'v2')),
      jsonPatch(`${things('v2')}/a`, [{ op: 'test', path: '/spec/one', value: '1' }]),
      watch(`${things('v2')}?fieldSelector=metadata.name%3Db`),
      del(`${things('v2')}/a`),
      del(things('v2')),
    ),
    sequence(
      'types that differ from version to version',
      ...installedVersions([
        version('v1', specOf({ v: text, n: integer, o: objectOf({ a: text }), l: listOf(objectOf({ a: text })) })),
        version('v2', specOf({ v: integer, n: { ...integer, maximum: 5 }, o: listOf(text), l: objectOf({ b: text }) })),
      ]),
      post(things(), thing('a', { v: 'x', n: 9, o: { a: 'x' }, l: [{ a: 'x' }] })),
      get(`${things('v2')}/a`),
      mergePatch(`${things('v2')}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things('v2')}/a`, { spec: { n: 8 } }),
      mergePatch(`${things('v2')}/a`, { spec: { v: 5, o: ['x'], l: { b: 'x' } } }),
      get(`${things()}/a`),
      mergePatch(`${things()}/a`, { metadata: { labels: { c: 'd' } } }),
    ),
    sequence(
      'nulls and embedded objects from version to version',
      ...installedVersions([
        version(
          'v1',
          specOf({
            n: { ...text, nullable: true },
            emb: { ...open, type: 'object' },
            l: listOf({ ...text, nullable: true }),
          }),
        ),
        version('v2', specOf({ n: text, emb: embedded, l: listOf(text) })),
      ]),
      post(
        things(),
        thing('a', {
          n: null,
          emb: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 5 }, bad: 1 } },
          l: [null],
        }),
      ),
      get(`${things('v2')}/a`),
      get(things('v2')),
      mergePatch(`${things('v2')}/a`, { metadata: { labels: { a: 'b' } } }),
      get(`${things()}/a`),
      post(
        things('v2'),
        thing('b', { emb: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: {}, name: 'x' } } }, {}, 'v2'),
      ),
      get(`${things()}/b`),
    ),
    sequence(
      'a stored version that changes',
      ...two,
      post(things(), thing('a', { s: 'x', one: '1', any: { x: 'a', y: 1 } })),
      jsonPatch(
        crd,
        [
          { op: 'replace', path: '/spec/versions/0/storage', value: false },
          { op: 'replace', path: '/spec/versions/1/storage', value: true },
        ],
        quiet,
      ),
      post(`${things()}?dryRun=All`, thing('p', { s: 'x', one: '1' }), { ...quiet, retry: true }),
      // Once objects are stored in v2, what only v1 has is gone at once.
      {
        ...post(`${things()}?dryRun=All`, thing('p', { s: 'x', any: { x: 'a', q: 1 } })),
        quiet: true,
        shows: '"any":{"x":"a"}',
      },
      get(`${things()}/a`, { retry: true }),
      get(`${things('v2')}/a`),
      post(things(), thing('b', { s: 'x', one: '1', any: { x: 'a', y: 1 } })),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
      get(`${things()}/a`),
      get(crd),
    ),
    sequence(
      'a status and a generation from version to version',
      ...installedVersions([
        version('v1', objectOf({ spec: objectOf({ a: text }), status: objectOf({ n: integer }) }), {
          subresources: { status: {} },
        }),
        version('v2', objectOf({ spec: objectOf({ a: text, b: text }), status: objectOf({ n: integer, m: integer }) })),
      ]),
      post(things('v2'), thing('a', { a: 'x', b: 'y' }, { status: { n: 1, m: 2 } }, 'v2')),
      get(`${things()}/a`),
      mergePatch(`${things('v2')}/a`, { spec: { b: 'z' } }),
      mergePatch(`${things('v2')}/a`, { status: { n: 3 } }),
      mergePatch(`${things()}/a/status`, { status: { n: 4 } }),
      put(`${things('v2')}/a`, thing('a', { a: 'x' }, {}, 'v2')),
      mergePatch(`${things()}/a`, { status: { n: 5 }, spec: { a: 'y' } }),
    ),
  ],
};
