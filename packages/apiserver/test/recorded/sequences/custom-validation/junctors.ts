import type { Area } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import {
  installed,
  integer,
  listOf,
  mapOf,
  objectOf,
  open,
  specOf,
  text,
  thing,
  tryThing,
  tryValues,
} from '../custom-requests/things.ts';

const properties = { a: text, b: integer, c: objectOf({ x: integer }), l: listOf(text) };
const branches = [
  { required: ['a'], properties: { a: { maxLength: 2 } } },
  { required: ['b'], properties: { b: { minimum: 5, maximum: 10 } } },
  { required: ['c'], properties: { c: { required: ['x'], properties: { x: { multipleOf: 2 } } } } },
  { properties: { l: { minItems: 1, items: { pattern: '^z' } } }, required: ['l', 'a', 'b'] },
];
/** Objects that fit none, one or several branches. */
const values: readonly unknown[] = [
  {},
  { a: 'x' },
  { a: 'xyz' },
  { b: 3 },
  { b: 7 },
  { a: 'xyz', b: 3 },
  { a: 'x', b: 7 },
  { c: {} },
  { c: { x: 3 } },
  { c: { x: 4 }, b: 7, a: 'x' },
  { l: ['a'], a: 'xyz', b: 1 },
  { a: 5, b: 'x' },
  'text',
  null,
];

/** The keywords that join schemas, and formats. */
export const customJunctors: Area = {
  name: 'joined schemas of custom objects',
  sequences: [
    ...['anyOf', 'oneOf', 'allOf'].map((keyword) =>
      sequence(
        `${keyword} of objects`,
        ...installed(specOf({ o: objectOf(properties, { [keyword]: branches }) })),
        ...tryValues('o', ...values),
      ),
    ),
    sequence(
      'not',
      ...installed(
        specOf({
          o: objectOf(properties, { not: { required: ['a', 'b'] } }),
          s: { ...text, not: { pattern: '^x', maxLength: 3 } },
          n: { ...integer, not: { minimum: 5 } },
        }),
      ),
      ...tryValues('o', {}, { a: 'x', b: 1 }, { a: 'x' }, { a: 5, b: 'x' }),
      ...tryValues('s', 'xa', 'a', 'xabc'),
      ...tryValues('n', 5, 4, 'x'),
    ),
    sequence(
      'junctors of texts and numbers',
      ...installed(
        specOf({
          any: { ...text, anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }, { maxLength: 2 }] },
          one: { ...text, oneOf: [{ minLength: 3 }, { pattern: '^a' }, { enum: ['x', 'ab'] }] },
          all: { ...integer, allOf: [{ minimum: 5 }, { multipleOf: 2 }, { maximum: 10 }] },
          mixed: {
            'x-kubernetes-int-or-string': true,
            anyOf: [{ type: 'integer' }, { type: 'string' }],
            allOf: [{ minimum: 3 }],
          },
          nested: {
            ...integer,
            anyOf: [{ allOf: [{ minimum: 5 }, { maximum: 1 }] }, { oneOf: [{ minimum: 2 }, { minimum: 3 }] }],
          },
          empty: { ...text, anyOf: [], allOf: [], oneOf: [] },
          nothing: { ...text, anyOf: [{}], not: { not: {} } },
        }),
      ),
      ...tryValues('any', '1.2.3.4', '::1', 'x', 'text', 5),
      ...tryValues('one', 'abc', 'abcd', 'x', 'ab', 'q', 'bcd', 5),
      ...tryValues('all', 6, 7, 1, 3, 12, 11, 'x'),
      ...tryValues('mixed', 5, '5%', 2, true, 1.5),
      ...tryValues('nested', 0, 2, 3, 5),
      ...tryValues('empty', 'x'),
      ...tryValues('nothing', 'x'),
    ),
    sequence(
      'junctors at the root',
      ...installed(
        objectOf(
          { spec: objectOf({ a: text }), other: text, more: text },
          {
            anyOf: [{ required: ['other'] }, { required: ['more', 'spec'] }],
            oneOf: [{ required: ['spec'] }, { properties: { other: { maxLength: 3 } }, required: ['other'] }],
            allOf: [{ properties: { spec: { required: ['a'] } } }],
            not: { required: ['other', 'more'] },
          },
        ),
        {},
        thing('first', { a: 'x' }, { more: 'y' }),
      ),
      tryThing({ a: 'x' }),
      tryThing(undefined),
      tryThing(undefined, { other: 'long' }),
      tryThing(undefined, { other: 'x', more: 'y' }),
      tryThing({}, { other: 'x' }),
    ),
    sequence(
      'junctors in lists and maps',
      ...installed(
        specOf({
          l: listOf({ ...integer, anyOf: [{ minimum: 5 }, { enum: [1] }] }),
          m: mapOf({ ...text, oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] }),
          o: { ...open, type: 'object', anyOf: [{ required: ['x'] }], properties: { x: text } },
          items: listOf(text, { anyOf: [{ items: { maxLength: 2 } }, { minItems: 3 }] }),
          map: mapOf(text, { anyOf: [{ maxProperties: 1 }, { required: ['k'] }] }),
        }),
      ),
      ...tryValues('l', [1, 2, 6, 3], ['x']),
      ...tryValues('m', { 'k.1': 'ab', k: 'c', ok: 'a' }),
      ...tryValues('o', {}, { y: 1 }),
      ...tryValues('items', ['a'], ['abc', 'a'], ['abc', 'a', 'b']),
      ...tryValues('map', { a: 'x', b: 'y' }, { k: 'x', b: 'y' }),
    ),
    sequence(
      'formats, and what else is wrong with a text',
      ...installed(
        specOf({
          date: { ...text, format: 'date', maxLength: 10, pattern: '^2' },
          time: { ...text, format: 'date-time' },
          dashed: { ...text, format: 'd-a-t-e' },
          duration: { ...text, format: 'duration' },
          byte: { ...text, format: 'byte' },
          ip: { ...text, format: 'ipv4', enum: ['1.2.3.4', 'x'] },
          unknown: { ...text, format: 'foo' },
          list: listOf({ ...text, format: 'uuid' }),
          nullable: { ...text, format: 'uri', nullable: true },
          short: { ...text, format: 'k8s-short-name' },
          long: { ...text, format: 'k8s-long-name' },
          ios: { 'x-kubernetes-int-or-string': true, format: 'date' },
        }),
      ),
      ...tryValues('date', '2020-01-02', 'x', '1999-01-02', '2020-01-02x', 5),
      ...tryValues('time', '2020-01-02T03:04:05Z', '2020-01-02t03:04:05z', '2020-01-02', '2020-01-02T24:00:00Z'),
      ...tryValues('dashed', '2020-01-02', 'x'),
      ...tryValues('duration', '1h', '2 days', 'x', ''),
      ...tryValues('byte', 'aGk=', '+/8=', '-_8=', ''),
      ...tryValues('ip', '1.2.3.4', 'x', '1.2.3.5'),
      ...tryValues('unknown', 'x'),
      ...tryValues('list', ['x', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 5]),
      ...tryValues('nullable', null, 'x', 'http://a'),
      ...tryValues('short', 'a', 'A', 'a'.repeat(64), '-a'),
      ...tryValues('long', 'a.b', 'a..b', 'A', `${'a'.repeat(64)}.b`),
      ...tryValues('ios', '2020-01-02', 'x', 5),
    ),
  ],
};
