import type { Area, Sequence } from '../../sequence.ts';
import { mergePatch, post, put, sequence } from '../../steps.ts';
import {
  installed,
  integer,
  judged,
  keyedBy,
  listOf,
  mapOf,
  object,
  objectOf,
  ruled,
  type Schema,
  text,
  tightened,
} from './definition.ts';

const o = `${judged}/o`;
const named = objectOf({ name: text, port: integer, value: text }, { required: ['name', 'port'] });
const point = objectOf({ x: integer, y: integer });

/** A sequence that creates an object with one value of the property `a`, then changes it to others. */
const changes = (name: string, schema: Schema, first: unknown, ...others: readonly unknown[]): Sequence =>
  sequence(
    name,
    ...installed({ a: schema, b: text }),
    post(judged, object('o', { a: first })),
    ...others.map((a) => mergePatch(o, { spec: { a } })),
  );

/** The rule that a schema gets after an object was stored, and changes of the object. */
const later = (
  name: string,
  { before, after, first }: { readonly before: Schema; readonly after: Schema; readonly first: unknown },
  ...patches: readonly object[]
): Sequence =>
  sequence(
    name,
    ...installed({ a: before, b: text }),
    post(judged, object('o', { a: first }), { quiet: true }),
    ...tightened({ a: after, b: text }, { a: first }, 'spec.a'),
    ...patches.map((spec) => mergePatch(o, { spec })),
  );

/** What rules say about changes: rules about old values, and unchanged values that break new rules. */
export const changesAndRules: Area = {
  name: 'changes and rules',
  sequences: [
    changes('a rule about the old value', ruled(integer, 'self >= oldSelf'), 2, 3, 1, null, 1),
    changes('such a rule is evaluated if nothing changes, too', ruled(integer, 'self != 2 || self > oldSelf'), 2, 2),
    changes(
      'an old value that may be absent',
      ruled(integer, { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self < 5', optionalOldSelf: true }),
      5,
      2,
    ),
    changes(
      'an old value that is there',
      ruled(integer, { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self < 5', optionalOldSelf: true }),
      2,
      1,
      3,
    ),
    changes(
      'the message of a rule about an old value that may be absent',
      ruled(integer, {
        rule: 'oldSelf.orValue(0) < self',
        optionalOldSelf: true,
        messageExpression: "'from %d'.format([oldSelf.value()])",
        message: 'm',
      }),
      2,
      1,
    ),
    changes(
      'the message of a rule about the old value',
      ruled(integer, { rule: 'oldSelf < self', messageExpression: "'from %d'.format([oldSelf])" }),
      2,
      1,
    ),
    changes('entries of a map', mapOf(ruled(text, 'self == oldSelf')), { a: 'a' }, { b: 'b' }, { a: 'c' }, { a: null }),
    changes(
      'items of a list with keys',
      keyedBy(['name', 'port'], ruled(named, 'self.value == oldSelf.value')),
      [
        { name: 'a', port: 1, value: '1' },
        { name: 'a', port: 2, value: '2' },
      ],
      [
        { name: 'a', port: 2, value: '1' },
        { name: 'a', port: 3, value: '2' },
        { name: 'a', port: 1, value: '2' },
      ],
    ),
    later(
      'an unchanged value that breaks a rule',
      { before: integer, after: ruled(integer, { rule: 'self > 5', message: 'm' }), first: 1 },
      { b: 'x' },
      { a: 2 },
      { a: 6 },
    ),
    later(
      'an unchanged object that breaks a rule',
      { before: point, after: ruled(point, 'self.x > 5'), first: { x: 1 } },
      { b: 'x' },
      { a: { y: 1 } },
    ),
    later(
      'an unchanged value that breaks rules about the old one, or with errors',
      { before: integer, after: ruled(integer, 'self > oldSelf', '1 / self == 1'), first: 0 },
      { b: 'x' },
    ),
    later(
      'an object with unknown fields is never unchanged',
      {
        before: { ...point, 'x-kubernetes-preserve-unknown-fields': true },
        after: ruled({ ...point, 'x-kubernetes-preserve-unknown-fields': true }, 'self.x > 5'),
        first: { x: 1, z: 1 },
      },
      { b: 'x' },
      { a: { z: null }, b: 'y' },
      { b: 'z' },
    ),
    later(
      'items of a list without keys are unchanged if the list is',
      { before: listOf(integer), after: listOf(ruled(integer, 'self > 5')), first: [1, 6] },
      { b: 'x' },
      { a: [1, 7] },
      { a: [7, 7] },
    ),
    later(
      'items of a list with keys are unchanged in any order',
      {
        before: keyedBy(['name'], named),
        after: keyedBy(['name'], ruled(named, 'self.port > 5')),
        first: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
      {
        a: [
          { name: 'b', port: 3 },
          { name: 'a', port: 1 },
        ],
      },
      {
        a: [
          { name: 'b', port: 2 },
          { name: 'a', port: 1 },
        ],
      },
    ),
    later(
      'an unchanged value breaks a rule in allOf',
      { before: integer, after: ruled({ ...integer, allOf: [ruled({}, 'self > 5')] }, 'self > 4'), first: 1 },
      { b: 'x' },
    ),
    sequence(
      'a rule of the whole object is never kept',
      ...installed({ a: integer }),
      post(judged, object('o', { a: 1 }), { quiet: true }),
      ...tightened({ a: integer }, { a: 1 }, 'failed rule', ruled({}, '!has(self.spec.a) || self.spec.a > 5')),
      mergePatch(o, { metadata: { labels: { a: 'b' } } }),
      mergePatch(o, {}),
      mergePatch(o, { spec: { a: 6 } }),
    ),
    sequence(
      'a change that breaks a rule changes nothing',
      ...installed({ a: ruled(integer, 'self > 5') }),
      post(judged, object('o', { a: 6 }), { save: { v: 'metadata.resourceVersion' } }),
      put(o, object('o', { a: 1 }, { metadata: { name: 'o', resourceVersion: '${v}' } })),
      put(o, object('o', { a: 7 }, { metadata: { name: 'o', resourceVersion: '${v}' } })),
    ),
  ],
};
