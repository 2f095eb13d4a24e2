import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { type JsonSchemaProps, validateSchema } from '@kb/apimachinery/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TypeExpression } from '../../declaration.ts';
import { narrowShapes } from './narrow-shapes.ts';

const fields: JsonSchemaProps = {
  type: 'object',
  properties: {
    a: { type: 'string' },
    b: { type: 'string' },
    kind: { type: 'string', enum: ['A', 'B', 'C'] },
    on: { type: 'boolean' },
    maybe: { type: 'boolean', nullable: true },
    source: { type: 'object', properties: { x: { type: 'string' }, kind: { type: 'string', enum: ['A', 'B'] } } },
  },
};

const kind = (...values: string[]): JsonSchemaProps => ({ properties: { kind: { enum: values } } });

function textOf(type: TypeExpression): string {
  switch (type.kind) {
    case 'keyword':
      return type.keyword;
    case 'literals':
      return type.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
    case 'nullable':
      return `${textOf(type.of)} | null`;
    case 'union':
      return type.of.map(textOf).join(' | ');
    case 'object':
      return `{ ${type.members.map((one) => `${one.name}${one.optional ? '?' : ''}: ${textOf(one.type)}`).join('; ')} }`;
    default:
      throw new Error(`shapes have no ${type.kind}`);
  }
}

test.each<[name: string, schema: JsonSchemaProps, shapes: string | undefined]>([
  ['nothing', {}, undefined],
  [
    'one of two fields',
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    '{ a: unknown; b?: never } | { b: unknown; a?: never }',
  ],
  ['at least one of two', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, '{ a: unknown } | { b: unknown }'],
  ['at most one of two', { not: { required: ['a', 'b'] } }, '{ a?: never } | { b?: never }'],
  ['none of two', { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }, '{ a?: never; b?: never }'],
  [
    'one or none',
    {
      oneOf: [{ required: ['a'] }, { required: ['b'] }, { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }],
    },
    '{ b: unknown; a?: never } | { b?: never }',
  ],
  ['all', { allOf: [{ required: ['a'] }, { required: ['b'] }] }, '{ a: unknown; b: unknown }'],
  [
    'a field by the value of another',
    {
      oneOf: [
        { ...kind('A'), required: ['kind', 'a'] },
        { ...kind('B', 'C'), required: ['kind'] },
      ],
    },
    "{ kind: 'A'; a: unknown } | { kind: 'B' | 'C' }",
  ],
  [
    'if and then, as it is written without them',
    {
      anyOf: [{ not: { ...kind('A'), required: ['kind'] } }, { required: ['a'] }],
    },
    "{ kind?: 'B' | 'C' } | { a: unknown }",
  ],
  ['a value of a field that may be absent', { not: { ...kind('A'), required: ['kind'] } }, "{ kind?: 'B' | 'C' }"],
  ['flags', { not: { properties: { on: { enum: [true] } }, required: ['on'] } }, '{ on?: false }'],
  ['values of an open set', { not: { properties: { a: { enum: ['x'] } }, required: ['a'] } }, undefined],
  ['a value out of an open set', { allOf: [{ properties: { a: { enum: ['x'] } } }] }, "{ a?: 'x' }"],
  ['what types cannot say', { anyOf: [{ minProperties: 2 }, { required: ['a'] }] }, undefined],
  ['what types cannot say, beside what they can', { anyOf: [{ minProperties: 2, required: ['a'] }] }, '{ a: unknown }'],
  ['the negation of what types cannot say', { not: { minProperties: 2, required: ['a'] } }, undefined],
  ['what nothing fits', { not: {} }, undefined],
  [
    'a flag that may be null',
    { not: { properties: { maybe: { enum: [true] } }, required: ['maybe'] } },
    '{ maybe?: false | null }',
  ],
  [
    'a field of a field',
    { not: { properties: { source: { required: ['x'] } }, required: ['source'] } },
    '{ source?: never } | { source: { x?: never } }',
  ],
  [
    'fields of a field, one of two',
    {
      properties: fields.properties ?? {},
      allOf: [{ properties: { source: { oneOf: [{ required: ['x'] }, { required: ['kind'] }] } } }],
    },
    '{ source?: never } | { source: { x: unknown; kind?: never } } | { source: { kind: unknown; x?: never } }',
  ],
  [
    'a field of what may be no object',
    {
      properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } },
      allOf: [{ properties: { a: { required: ['x'] } }, required: ['a'] }],
    },
    '{ a: unknown }',
  ],
  [
    'a field of what may be null',
    { properties: { a: { type: 'object', nullable: true } }, allOf: [{ properties: { a: { required: ['x'] } } }] },
    undefined,
  ],
  [
    'a default, which is there before anything is asked',
    {
      properties: { a: { type: 'string', default: 'x' }, kind: { type: 'string', enum: ['A', 'B'], default: 'A' } },
      oneOf: [
        { ...kind('A'), required: ['kind', 'a'] },
        { ...kind('B'), required: ['kind', 'b'] },
      ],
    },
    "{ kind?: 'A' } | { kind: 'B'; b: unknown }",
  ],
  [
    'a default of null, which sets nothing',
    {
      properties: { kind: { type: 'string', enum: ['A', 'B'], nullable: true, default: null } },
      not: { properties: { kind: { enum: ['A'] } }, required: ['kind'] },
    },
    "{ kind?: 'B' }",
  ],
  [
    'a default out of an open set',
    {
      properties: { a: { type: 'string', default: 'x' } },
      oneOf: [
        { properties: { a: { enum: ['x'] }, b: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } } },
        { properties: { a: { not: { enum: ['x'] } } } },
      ],
    },
    undefined,
  ],
])('%s', (_, schema, shapes) => {
  const type = narrowShapes({ ...fields, ...schema });
  expect(type && textOf(type)).toBe(shapes);
});

test('too many shapes restrict nothing', () => {
  const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
  const pairs = names.map((name) => ({ anyOf: [{ required: [name] }, { required: [`${name}x`] }] }));
  expect(narrowShapes({ type: 'object', anyOf: [...pairs, ...pairs, { allOf: pairs }] })).toBeUndefined();
});

/** All combinations of the fields, each absent or with one of its values. */
const objects: readonly JsonObject[] = Object.entries<readonly (JsonValue | undefined)[]>({
  a: [undefined, 'x'],
  b: [undefined, 'x'],
  kind: [undefined, 'A', 'B', 'C'],
  on: [undefined, true, false],
  maybe: [undefined, true, null],
  source: [undefined, {}, { x: 'x' }, { kind: 'A' }, { x: 'x', kind: 'B' }],
}).reduce<JsonObject[]>(
  (all, [name, values]) =>
    all.flatMap((object) => values.map((value) => (value === undefined ? object : { ...object, [name]: value }))),
  [{}],
);

function fitsType(value: JsonValue | undefined, type: TypeExpression): boolean {
  switch (type.kind) {
    case 'keyword':
      return type.keyword === 'unknown';
    case 'literals':
      return type.values.some((literal) => literal === value);
    case 'nullable':
      return value === null || fitsType(value, type.of);
    case 'union':
      return type.of.some((part) => fitsType(value, part));
    case 'object':
      return type.members.every((member) => {
        const inner = (value as JsonObject)[member.name];
        return inner === undefined ? member.optional : fitsType(inner, member.type);
      });
    default:
      throw new Error(`shapes have no ${type.kind}`);
  }
}

const inSource: readonly JsonSchemaProps[] = [
  { properties: { source: { required: ['x'] } } },
  { properties: { source: { not: { required: ['x'] } } } },
  { properties: { source: { ...kind('A'), required: ['kind'] } }, required: ['source'] },
  { properties: { source: { anyOf: [{ required: ['x'] }, kind('B')] } } },
  { properties: { maybe: { enum: [true] } } },
];

/** Schemas about the presence of fields, and about the values in their closed sets. */
function junctions(depth: number, others: readonly JsonSchemaProps[]): fc.Arbitrary<JsonSchemaProps> {
  const inner = depth === 0 ? fc.constant<JsonSchemaProps>({ required: ['a'] }) : junctions(depth - 1, others);
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.subarray(['a', 'b', 'kind', 'on'], { minLength: 1 }).map((required) => ({ required })),
    fc.subarray(['A', 'B', 'C'], { minLength: 1 }).map((values) => kind(...values)),
    fc.boolean().map((on) => ({ properties: { on: { not: { enum: [on] } } } })),
    fc.constantFrom<JsonSchemaProps>(...inSource, ...others, {
      properties: { kind: { enum: ['A'] } },
      required: ['kind', 'a'],
    }),
    some.map((allOf) => ({ allOf })),
    some.map((anyOf) => ({ anyOf })),
    some.map((oneOf) => ({ oneOf })),
    inner.map((not) => ({ not })),
  );
}

test('an object fits the shapes exactly when the schema accepts it', () => {
  fc.assert(
    fc.property(junctions(2, []), (part) => {
      const schema = { ...fields, allOf: [part] };
      const shapes = narrowShapes(schema);
      const taken = objects.filter((object) => validateSchema(schema, object).length === 0);
      // No type expresses that nothing, or that everything, is accepted.
      if (taken.length === 0) return;
      const fitting = shapes === undefined ? objects : objects.filter((object) => fitsType(object, shapes));
      expect(fitting).toEqual(taken);
    }),
    { numRuns: 500, seed: Number(process.env['KB_SEED'] ?? 1) },
  );
});

test('an object that the schema accepts fits the shapes, whatever other rules the schema has', () => {
  const others: JsonSchemaProps[] = [
    { minProperties: 2 },
    { properties: { a: { enum: ['x'] } } },
    { properties: { a: { pattern: '^x' }, kind: { not: { enum: ['B'] } } } },
    { properties: { a: { minLength: 2 } }, required: ['b'] },
    { properties: { b: { anyOf: [{ enum: ['x'] }, { maxLength: 0 }] } } },
  ];
  fc.assert(
    fc.property(junctions(3, others), (part) => {
      const schema = { ...fields, allOf: [part] };
      const shapes = narrowShapes(schema);
      const taken = objects.filter((object) => validateSchema(schema, object).length === 0);
      expect(taken.filter((object) => shapes !== undefined && !fitsType(object, shapes))).toEqual([]);
    }),
    { numRuns: 500, seed: Number(process.env['KB_SEED'] ?? 1) },
  );
});

test.each<[name: string, schema: JsonSchemaProps]>([
  [
    'deep',
    Array.from({ length: 190 }).reduce<JsonSchemaProps>((inner) => ({ oneOf: [inner, { required: ['a'] }] }), {}),
  ],
  [
    'deep negations',
    Array.from({ length: 190 }).reduce<JsonSchemaProps>((inner) => ({ not: { allOf: [inner, inner] } }), {}),
  ],
  ['wide', { oneOf: Array.from({ length: 32 }, (_, index) => ({ required: [`f${index}`, `f${(index * 7) % 32}`] })) }],
  ['very wide', { oneOf: Array.from({ length: 5000 }, (_, index) => ({ required: [`f${index}`] })) }],
  [
    'many values',
    { anyOf: [{ properties: { a: { enum: Array.from({ length: 50_000 }, (_, index) => `v${index}`) } } }] },
  ],
  [
    'wide and deep',
    {
      allOf: Array.from({ length: 60 }, (_, index) => ({
        anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }],
      })),
    },
  ],
])('takes no time for %s', (_, schema) => {
  const before = process.threadCpuUsage();
  narrowShapes({ ...fields, ...schema });
  // In microseconds of this thread's processor time, so that the machine's other work does not count.
  expect(process.threadCpuUsage(before).user).toBeLessThan(20_000_000);
});
