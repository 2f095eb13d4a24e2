import type { Area } from '../../sequence.ts';
import { apply, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  changedTo,
  installed,
  installedVersions,
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
  tryThing,
  tryValues,
  version,
} from './things.ts';

const withDefault = { type: 'string', default: 'set' };
const nullable = { nullable: true };
/** A property of every kind of schema that treats null in its own way. */
const properties = {
  s: text,
  d: withDefault,
  n: { ...text, ...nullable },
  dn: { ...withDefault, ...nullable },
  o: objectOf({ d: withDefault, s: text }),
  od: objectOf({ d: withDefault, s: text }, { default: {} }),
  os: objectOf({ d: withDefault, s: text }, { default: { s: 'own' } }),
  on: objectOf({ d: withDefault }, nullable),
  ond: objectOf({ d: withDefault }, { ...nullable, default: {} }),
  any: open,
  anyd: { ...open, default: { a: 1 } },
  anyn: { ...open, ...nullable },
  ios: { 'x-kubernetes-int-or-string': true },
  iosd: { 'x-kubernetes-int-or-string': true, default: '5%' },
  l: listOf(text),
  ld: listOf(text, { default: ['a'] }),
  b: { type: 'boolean', default: false },
  i: { ...integer, default: 0 },
};
/** Default of items and entries: upstream refuses a default inside of a default, and applies these only to null. */
const inside = {
  l: listOf({ ...text, default: 'item' }),
  ln: listOf({ ...text, ...nullable }),
  ldn: listOf({ ...text, ...nullable, default: 'item' }),
  lo: listOf(objectOf({ d: withDefault })),
  m: mapOf({ ...text, default: 'entry' }),
  mp: mapOf(text),
  mn: mapOf({ ...text, ...nullable }),
  mo: mapOf(objectOf({ d: withDefault })),
  mod: mapOf(objectOf({ d: withDefault }, { default: {} })),
  mt: mapOf(true),
  ll: listOf(listOf({ ...text, default: 'inner' })),
};
const allNull = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));

/** What becomes of null, and of what is left out. */
export const customDefaults: Area = {
  name: 'nulls and defaults of custom objects',
  sequences: [
    sequence(
      'null and absent in properties',
      ...installed(specOf(properties)),
      tryThing({}),
      tryThing(allNull),
      tryThing(undefined),
      tryThing(null),
      ...Object.keys(properties).map((name) => tryThing({ [name]: null })),
      ...tryValues('o', {}, { d: null, s: null }),
      ...tryValues('od', { s: null }, { s: 'x' }, 'x'),
      ...tryValues('os', {}, { s: null }),
      ...tryValues('any', { a: null, b: [null] }),
    ),
    sequence(
      'null in items and entries',
      ...installed(specOf(inside)),
      ...Object.keys(inside).flatMap((name) =>
        name.startsWith('l')
          ? tryValues(name, [null], [null, 'x'], [{}], null, [[null]])
          : tryValues(name, { a: null }, { a: null, b: 'x' }, { a: {} }, null),
      ),
    ),
    sequence(
      'required fields that are null',
      ...installed(
        specOf({ a: text, b: { ...text, ...nullable }, c: withDefault }, { required: ['a', 'b', 'c'] }),
        {},
        thing('first', { a: 'x', b: 'x' }),
      ),
      tryThing({ a: null, b: null, c: null }),
      tryThing({ a: 'x', b: null }),
      tryThing({ a: 'x' }),
    ),
    sequence(
      'a default of the whole spec',
      ...installed(
        objectOf({ spec: objectOf({ a: withDefault, b: text }, { default: {} }), other: objectOf({ a: withDefault }) }),
      ),
      tryThing(undefined),
      tryThing(null),
      tryThing({}),
      tryThing('x'),
      tryThing({ a: null }, { other: null }),
      tryThing({ a: null }, { other: {} }),
    ),
    sequence(
      'defaults in updates and patches',
      ...installed(specOf(properties)),
      post(things(), thing('a', { d: 'own', i: 5 }), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${things()}/a`, thing('a', {}, { metadata: { name: 'a', resourceVersion: '${rv}' } })),
      mergePatch(`${things()}/a`, { spec: { d: null, b: true } }),
      mergePatch(`${things()}/a`, { spec: { od: null, os: { s: null } } }),
      jsonPatch(`${things()}/a`, [
        { op: 'add', path: '/spec/d', value: null },
        { op: 'add', path: '/spec/s', value: null },
        { op: 'add', path: '/spec/n', value: null },
        { op: 'add', path: '/spec/dn', value: null },
      ]),
      mergePatch(`${things()}/a`, { spec: null }),
      apply(`${things()}/b`, 'm', thing('b', { d: null, s: null, n: null, dn: null, o: { d: null } })),
      apply(`${things()}/b`, 'm', thing('b', { n: null })),
      get(`${things()}/b`),
    ),
    sequence(
      'defaults of a status',
      ...installed(
        objectOf({
          spec: objectOf({}),
          status: objectOf({ phase: withDefault, n: { ...integer } }, { default: { n: 1 } }),
        }),
        { subresources: { status: {} } },
      ),
      post(things(), thing('a')),
      post(things(), thing('b', {}, { status: { phase: 'own' } })),
      get(`${things()}/a`),
      mergePatch(`${things()}/a/status`, { status: { phase: null, n: 2 } }),
      mergePatch(`${things()}/a/status`, { status: null }),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'defaults that come to what is stored',
      ...installed(
        specOf({ s: text, o: objectOf({ s: text }), l: listOf(objectOf({ s: text })), n: { ...text, ...nullable } }),
      ),
      post(things(), thing('a', { s: 'x', o: {}, l: [{}, { s: 'x' }], n: null }), quiet),
      post(things(), { ...thing('b'), spec: undefined }, quiet),
      ...changedTo(
        specOf({
          s: text,
          d: withDefault,
          o: objectOf({ s: { ...text, default: 'o' } }),
          l: listOf(objectOf({ s: { ...text, default: 'l' } })),
          n: { ...text, default: 'n' },
        }),
      ),
      get(`${things()}/a`, { retry: true }),
      get(`${things()}/b`),
      get(things()),
      mergePatch(`${things()}/a`, {}),
      mergePatch(`${things()}/a`, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${things()}/a`, { spec: { d: 'own' } }),
      ...changedTo(specOf({ s: text, d: { ...text, default: 'other' }, o: objectOf({ s: text }) }), 'twice'),
      get(`${things()}/a`, { retry: true }),
      get(`${things()}/b`),
    ),
    sequence(
      'defaults of versions that are not stored',
      ...installedVersions([
        version('v1', specOf({ s: text, one: { ...text, default: '1' }, both: { ...text, default: 'v1' } })),
        version('v2', specOf({ s: text, two: { ...text, default: '2' }, both: { ...text, default: 'v2' } })),
      ]),
      post(things(), thing('a', { s: 'x' })),
      get(`${things('v2')}/a`),
      get(things('v2')),
      post(things('v2'), thing('b', { s: 'x' }, {}, 'v2')),
      get(`${things()}/b`),
      get(`${things('v2')}/b`),
      mergePatch(`${things('v2')}/a`, { spec: { s: 'y' } }),
      put(`${things('v2')}/b`, thing('b', { s: 'z', two: 'own' }, {}, 'v2')),
      mergePatch(`${things('v2')}/b`, { spec: { s: 'z', two: 'own' } }),
      get(`${things()}/a`),
    ),
  ],
};
