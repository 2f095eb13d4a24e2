import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { checkStructuralSchema, type JsonSchemaProps, validateSchema } from '@kb/apimachinery/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../diagnostic/reporter.ts';
import { uniteShapes } from './unite-shapes.ts';

type Properties = NonNullable<JsonSchemaProps['properties']>;

const span = { file: 'types.ts', line: 1, column: 1, length: 1 };

function schemaOf(schemas: readonly JsonSchemaProps[]): {
  readonly schema: JsonSchemaProps;
  readonly findings: Finding[];
} {
  const findings: Finding[] = [];
  const reporter = { report: (_: unknown, finding: Finding) => findings.push(finding), diagnostics: () => [] };
  const shapes = schemas.map((schema, index) => ({ name: `Shape${index}`, span, schema }));
  return { schema: uniteShapes(shapes, span, reporter), findings };
}

function accepts(schema: JsonSchemaProps, value: JsonValue): boolean {
  return validateSchema(schema, value).length === 0;
}

const fieldSchemas: readonly JsonSchemaProps[] = [
  { type: 'string' },
  { type: 'string', enum: ['x'] },
  { type: 'string', enum: ['y', 'z'] },
  { type: 'string', enum: ['x', 'y', 'z'] },
  { type: 'string', maxLength: 1 },
  { type: 'string', maxLength: 1, pattern: '^[xyz]*$' },
  { type: 'object', properties: { x: { type: 'string', enum: ['x'] } }, required: ['x'] },
  { type: 'object', properties: { x: { type: 'string', enum: ['y'] } }, required: ['x'] },
  { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 1 },
  { type: 'array', items: { type: 'string' } },
];

/** Mostly the same few names, because shapes without common fields test nothing. */
const names = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'd');
const shape = fc
  .array(fc.record({ name: names, schema: fc.constantFrom(...fieldSchemas), required: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((fields): JsonSchemaProps => {
    const byName = new Map(fields.map((field) => [field.name, field]));
    const required = [...byName.values()].filter((field) => field.required).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries([...byName].map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
    };
  });

const fieldValue: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  'x',
  'y',
  'z',
  'xy',
  '',
  { x: 'x' },
  { x: 'y' },
  {},
  ['x'],
  ['z', 'z'],
  [],
);
const value = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fieldValue, { maxKeys: 4 });

/** Whether a value matches a shape: it has the required fields and no unknown ones, and every field is valid. */
function belongs(schema: JsonSchemaProps, object: JsonObject): boolean {
  const { properties = {}, required = [] } = schema;
  return (
    required.every((name) => Object.hasOwn(object, name)) &&
    Object.entries(object).every(([name, field]) => {
      const property = properties[name];
      return property !== undefined && field !== undefined && accepts(property, field);
    })
  );
}

describe('random unions', () => {
  test('accept what matches exactly one shape, with a schema that the API server accepts', () => {
    let unions = 0;
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 2, maxLength: 4 }),
        fc.array(value, { minLength: 20, maxLength: 40 }),
        (shapes, values) => {
          const { schema, findings } = schemaOf(shapes);
          if (findings.length > 0) return;
          unions += 1;
          const known = new Set(Object.keys(schema.properties ?? {}));
          const root = { type: 'object', properties: { spec: schema } };
          expect(checkStructuralSchema(root, 'openAPIV3Schema')).toEqual([]);
          for (const candidate of values) {
            // The API server drops unknown fields before it validates.
            const pruned = Object.fromEntries(Object.entries(candidate).filter(([name]) => known.has(name)));
            const count = shapes.filter((one) => belongs(one, pruned)).length;
            expect(count, 'shapes that nothing tells apart are reported').toBeLessThanOrEqual(1);
            expect({ pruned, accepted: accepts(schema, pruned) }).toEqual({ pruned, accepted: count === 1 });
          }
        },
      ),
      { numRuns: 4000, seed: 7 },
    );
    expect(unions).toBeGreaterThan(400);
  });
});

describe('a union', () => {
  test('of a thousand shapes is built without comparing each with each', () => {
    const shapes = Array.from({ length: 1000 }, (_, index) => ({
      type: 'object',
      properties: { type: { type: 'string', enum: [`T${index}`] }, name: { type: 'string' } },
      required: ['type'],
    }));
    const { schema, findings } = schemaOf(shapes);
    expect(findings).toEqual([]);
    expect(schema.properties?.['type']?.enum).toHaveLength(1000);
    expect(accepts(schema, { type: 'T999', name: 'a' })).toBe(true);
    expect(accepts(schema, { type: 'T1000' })).toBe(false);
  });

  test('keeps a bound together with its exclusiveness', () => {
    const shapes: JsonSchemaProps[] = [
      {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['a'] },
          n: { type: 'integer', minimum: 1, exclusiveMinimum: true },
        },
        required: ['type'],
      },
      {
        type: 'object',
        properties: { type: { type: 'string', enum: ['b'] }, n: { type: 'integer', minimum: 1 } },
        required: ['type'],
      },
    ];
    const { schema, findings } = schemaOf(shapes);
    expect(findings).toEqual([]);
    expect([accepts(schema, { type: 'a', n: 1 }), accepts(schema, { type: 'b', n: 1 })]).toEqual([false, true]);
  });

  test('has the default of its discriminant when one shape sets it', () => {
    const { schema } = schemaOf([
      { type: 'object', properties: { type: { type: 'string', enum: ['a'], default: 'a' } }, required: ['type'] },
      { type: 'object', properties: { type: { type: 'string', enum: ['b'] } }, required: ['type'] },
    ]);
    expect(schema.properties).toEqual({ type: { type: 'string', enum: ['a', 'b'], default: 'a' } });
  });

  test('joins the descriptions of a field when they differ', () => {
    const { schema } = schemaOf([
      {
        type: 'object',
        properties: { a: { type: 'string' }, name: { type: 'string', description: 'Of a.' } },
        required: ['a'],
      },
      {
        type: 'object',
        properties: { b: { type: 'string' }, name: { type: 'string', description: 'Of b.' } },
        required: ['b'],
      },
    ]);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'string' },
        name: { type: 'string', description: 'Of a.\n\nOf b.' },
      },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    });
  });

  const type = (name: string): JsonSchemaProps => ({ type: 'string', enum: [name] });
  test.each<[string, Properties, Properties]>([
    ['the field n has another type', { n: { type: 'string' } }, { n: { type: 'integer' } }],
    [
      'the field n has another additionalProperties',
      { n: { type: 'object', additionalProperties: { type: 'string' } } },
      { n: { type: 'object', additionalProperties: { type: 'integer' } } },
    ],
    ['the field n has another nullable', { n: { type: 'string', nullable: true } }, { n: { type: 'string' } }],
    [
      'the field n.x has another type',
      { n: { type: 'object', properties: { x: { type: 'string' } } } },
      { n: { type: 'object' } },
    ],
    [
      'the field n has another x-kubernetes-validations',
      { n: { type: 'string', 'x-kubernetes-validations': [{ rule: 'true' }] } },
      { n: { type: 'string' } },
    ],
    ['the field n of Shape0 has a default', { n: { type: 'string', default: 'a' } }, {}],
  ])('reports that %s', (message, ours, theirs) => {
    const { findings } = schemaOf([
      { type: 'object', properties: { type: type('a'), ...ours }, required: ['type'] },
      { type: 'object', properties: { type: type('b'), ...theirs }, required: ['type'] },
    ]);
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
  });
});

describe('many shapes', () => {
  const literals = (values: Readonly<Record<string, readonly string[]>>): JsonSchemaProps => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(values).map(([name, allowed]) => [name, { type: 'string', enum: [...allowed] }]),
    ),
    required: Object.keys(values),
  });
  const messages = (schemas: readonly JsonSchemaProps[]): string[] =>
    schemaOf(schemas).findings.map(({ message }) => message);

  test('can be distinguished by two fields together', () => {
    const grid = Array.from({ length: 2500 }, (_, index) =>
      literals({ x: [`v${index % 50}`], y: [`v${Math.floor(index / 50)}`], z: ['same'] }),
    );
    expect(messages(grid)).toEqual([]);
    expect(messages([...grid, literals({ x: ['v7'], y: ['v3', 'other'], z: ['same'] })])).toEqual([
      'a value can match both Shape157 and Shape2500',
    ]);
  });

  const allowed = fc.subarray(['p', 'q', 'r', 's'], { minLength: 1 });
  const manyLiterals = fc.array(fc.record({ x: allowed, y: allowed, z: allowed }), { minLength: 2, maxLength: 8 });
  test('overlap if two share a value in every field', () => {
    fc.assert(
      fc.property(manyLiterals, (shapes) => {
        const overlap = shapes.some((a, index) =>
          shapes
            .slice(index + 1)
            .some((b) => (['x', 'y', 'z'] as const).every((name) => a[name].some((value) => b[name].includes(value)))),
        );
        const found = messages(shapes.map(literals));
        expect(found.some((message) => message.startsWith('a value can match both'))).toBe(overlap);
      }),
    );
  });

  test('cannot be stored if they have several fields each; with one field each they can', () => {
    const field = (name: string): JsonSchemaProps => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    });
    const names = Array.from({ length: 400 }, (_, index) => `field${index}`);
    const { schema, findings } = schemaOf(
      names.map((name) => ({
        ...literals({ type: [name] }),
        properties: { ...literals({ type: [name] }).properties, [name]: { type: 'string' } },
      })),
    );
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('400 shapes apart is larger than 1.5 MiB'),
    ]);
    expect(schema.oneOf).toBeUndefined();
    expect(messages(names.map(field))).toEqual([]);
  });
});
