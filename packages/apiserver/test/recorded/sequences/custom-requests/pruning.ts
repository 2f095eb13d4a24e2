import type { Area } from '../../sequence.ts';
import { get, jsonPatch, mergePatch, post, sequence } from '../../steps.ts';
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

const known = objectOf({ x: text });
/** Values of every shape, with fields that few schemas know. */
const shapes: readonly unknown[] = [
  { x: 'a', y: { z: 1 } },
  [{ x: 'a', y: 1 }, { w: { x: 'b' } }],
  [[{ x: 'a', y: 1 }], 5],
  { a: [{ y: 1 }, { x: 'a' }], b: { x: 'a', y: { x: 'b' } } },
  {},
  [],
  'text',
  5,
  null,
];
/** Schemas that keep different parts of those. */
const schemas: Readonly<Record<string, object>> = {
  'an object': known,
  'an object without properties': { type: 'object' },
  'an object that keeps unknown fields': { ...open, type: 'object', properties: { x: text, y: objectOf({ z: text }) } },
  'anything, with properties': { ...open, properties: { x: text, b: known, a: listOf(known) } },
  anything: open,
  'a map of objects': mapOf(known),
  'a map of anything': mapOf(true),
  'a map of nothing': mapOf(false),
  'a map that keeps unknown fields': { ...open, ...mapOf(known) },
  'a map of objects that keep unknown fields': mapOf({
    ...open,
    type: 'object',
    properties: { x: text, a: listOf(known) },
  }),
  'a list of objects': listOf(known),
  'a list of lists': listOf(listOf(known)),
  'a list that keeps unknown fields': { ...open, ...listOf(known) },
  'a list of anything': listOf(open),
  'properties and additional ones': { ...mapOf(true), properties: { x: text, b: known } },
  'an integer or a string': { 'x-kubernetes-int-or-string': true },
  text,
};

/** Which fields are dropped. */
export const customPruning: Area = {
  name: 'pruning of custom objects',
  sequences: [
    ...Object.entries(schemas).map(([name, schema]) =>
      sequence(`pruning by ${name}`, ...installed(specOf({ v: schema })), ...tryValues('v', ...shapes)),
    ),
    sequence(
      'pruning at the root',
      ...installed({ ...open, type: 'object', properties: { spec: known, list: listOf(known) } }),
      tryThing(
        { x: 'a', y: 1 },
        { status: { a: { b: 1 } }, other: [{ c: 1 }], list: [{ x: 'a', y: 1 }], metadata: { name: 't', bad: 1 } },
      ),
      ...installedAgain(),
    ),
    sequence(
      'fields with odd names',
      ...installed(specOf({ 'a.b': known, 'a/b': known, '': known, 'a"b': text, '[0]': text })),
      tryThing({
        'a.b': { x: 'a', 'y.z': 1 },
        'a/b': { y: 1 },
        '': { y: 1 },
        'a"b': 'x',
        '[0]': 'x',
        'c.d': 1,
        'e"f': 1,
        '[1]': 2,
      }),
      tryThing({ 'a.b': { x: 5 }, 'a/b': { x: 5 }, '': { x: 5 }, 'a"b': 5, '[0]': 5 }),
    ),
    sequence(
      'pruning of what patches make',
      ...installed(specOf({ o: known, l: listOf(known), open: { ...open, type: 'object' } })),
      post(things(), thing('a', { o: { x: 'a' }, l: [{ x: 'a' }] }), quiet),
      mergePatch(`${things()}/a`, { spec: { o: { y: 1 }, z: 1, open: { q: { r: 1 } } } }),
      jsonPatch(`${things()}/a`, [
        { op: 'add', path: '/spec/l/-', value: { x: 'b', y: 1 } },
        { op: 'add', path: '/spec/o/z', value: 1 },
      ]),
      mergePatch(`${things()}/a`, { spec: { z: 1 } }),
      get(`${things()}/a`),
    ),
    sequence(
      'pruning of what is stored',
      ...installed(
        specOf({ a: text, b: objectOf({ x: text, y: text }), l: listOf(objectOf({ x: text, y: text })), any: open }),
      ),
      post(
        things(),
        thing('a', { a: 'x', b: { x: '1', y: '2' }, l: [{ x: '1', y: '2' }], any: { p: { q: 1 }, r: [1] } }),
        quiet,
      ),
      ...changedTo(specOf({ b: known, l: listOf(known), any: objectOf({ p: { type: 'object' } }) })),
      get(`${things()}/a`, { retry: true }),
      get(things()),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things()}/a?fieldValidation=Strict`, { spec: { b: { x: '2' } } }),
      ...changedTo(
        specOf({ a: text, b: objectOf({ x: text, y: text }), l: listOf(objectOf({ x: text, y: text })), any: open }),
        'twice',
      ),
      get(`${things()}/a`, { retry: true }),
    ),
    sequence(
      'fields that come back with their schema',
      ...installed(specOf({ a: text, b: text })),
      post(things(), thing('a', { a: 'x', b: 'y' }), quiet),
      ...changedTo(specOf({ a: text })),
      get(`${things()}/a`, { retry: true }),
      ...changedTo(specOf({ a: text, b: text }), 'twice'),
      get(`${things()}/a`, { retry: true }),
    ),
  ],
};

/** The same root, without a schema for anything. */
function installedAgain(): ReturnType<typeof changedTo> {
  return [
    ...changedTo({ ...open, type: 'object' }),
    tryThing({ x: 'a', y: { z: null } }, { status: { a: { b: 1 } }, other: null }),
  ];
}
