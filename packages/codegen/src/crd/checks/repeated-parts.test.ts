import { checkStructuralSchema, type JsonSchemaProps, type ValidationRule } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import { array, assert, constant, constantFrom, dictionary, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runScenario, scenarioOf } from '../../test-support/scenario.ts';
import { withoutRepeatedParts } from './repeated-parts.ts';

/** Merged from two parents that have a field `next` with a list of the same type, at each level. */
function twoParents(levels: number, listKeywords: JsonSchemaProps): JsonSchemaProps {
  let level: JsonSchemaProps = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  for (let index = 0; index < levels; index += 1) {
    const items = level;
    const parent = (): JsonSchemaProps => ({
      type: 'object',
      properties: {
        name: { type: 'string' },
        next: { type: 'array', items: { allOf: [items, {}] }, ...listKeywords },
      },
      required: ['name'],
    });
    level = { type: 'object', allOf: [parent(), parent()] };
  }
  return flattenEmbedded({ type: 'object', properties: { spec: level } });
}

/** How many schemas a check of a schema visits. */
function countSchemas({ items, properties = {}, additionalProperties, ...rest }: JsonSchemaProps): number {
  let count = 1;
  if (items !== undefined) count += countSchemas(items);
  if (typeof additionalProperties === 'object') count += countSchemas(additionalProperties);
  for (const inner of Object.values(properties)) count += countSchemas(inner);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const part of rest[keyword] ?? []) count += countSchemas(part);
  return count;
}

/** The problems of a schema, each once, whichever of the parts it is in. */
function problemsOf(schema: JsonSchemaProps): string[] {
  const errors = checkStructuralSchema(schema, '', {});
  return [
    ...new Set(errors.map(({ field, message }) => `${field.replace(/allOf\[\d+\]\.?/g, '')}: ${message}`)),
  ].sort();
}

describe('parts that are said twice', () => {
  test.each<[what: string, listKeywords: JsonSchemaProps]>([
    ['lists', {}],
    ['list maps', { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }],
    ['lists with rules of their own', { minItems: 1 }],
  ])('are visited a number of times that grows with the levels: %s', (_, listKeywords) => {
    const visits = (levels: number): number => countSchemas(withoutRepeatedParts(twoParents(levels, listKeywords)));
    expect(countSchemas(twoParents(10, listKeywords))).toBeGreaterThan(2000);
    const [few, many] = [visits(20), visits(40)];
    expect(many).toBeLessThan(2.1 * few);
    expect(many).toBeLessThan(40 * 20);
    expect(problemsOf(withoutRepeatedParts(twoParents(5, listKeywords)))).toEqual(
      problemsOf(twoParents(5, listKeywords)),
    );
  });

  test('are not copied where there are none', () => {
    const schema: JsonSchemaProps = {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' } } },
    };
    expect(withoutRepeatedParts(schema)).toBe(schema);
  });

  /** A schema whose parts are those with the given numbers, counted from itself. */
  const node = record({
    own: record(
      {
        type: constantFrom('object', 'array', 'string'),
        minItems: constantFrom(1, 2),
        required: constant<string[]>(['a']),
        nullable: constant(true),
        default: constantFrom<JsonSchemaProps['default'] & object>({}, { a: 1 }, []),
        'x-kubernetes-list-type': constantFrom('map', 'set', 'atomic'),
        'x-kubernetes-list-map-keys': constant<string[]>(['a']),
        'x-kubernetes-int-or-string': constant(true),
        'x-kubernetes-validations': constantFrom<ValidationRule[][]>(
          [{ rule: 'true' }],
          [{ rule: 'true', fieldPath: '.a.b' }],
        ),
      },
      { requiredKeys: [] },
    ),
    allOf: array(integer({ min: 1, max: 4 }), { maxLength: 3 }),
    anyOf: option(constant<JsonSchemaProps[]>([{ type: 'integer' }, { type: 'string' }]), { freq: 5 }),
    properties: dictionary(constantFrom('a', 'b', '__proto__'), integer({ min: 1, max: 4 }), { maxKeys: 2 }),
    values: option(integer({ min: 1, max: 4 }), { freq: 5 }),
    items: option(integer({ min: 1, max: 4 }), { freq: 2 }),
  });
  const graph = array(node, { minLength: 3, maxLength: 8 }).map((nodes) => {
    const made: JsonSchemaProps[] = [];
    const nextOf = (index: number, distance: number): JsonSchemaProps => made[index + distance] ?? { type: 'object' };
    for (const [index, { own, allOf, anyOf, properties, values, items }] of [...nodes.entries()].toReversed()) {
      made[index] = {
        ...own,
        ...(allOf.length > 0 && { allOf: allOf.map((distance) => nextOf(index, distance)) }),
        ...(anyOf !== null && { anyOf }),
        ...(Object.keys(properties).length > 0 && {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, distance]) => [name, nextOf(index, distance)]),
          ),
        }),
        ...(values !== null && { additionalProperties: nextOf(index, values) }),
        ...(items !== null && { items: nextOf(index, items) }),
      };
    }
    return { type: 'object', properties: { spec: made[0] ?? {} } };
  });

  test('leave every problem', () => {
    assert(
      property(graph, (schema) => {
        expect(problemsOf(withoutRepeatedParts(schema))).toEqual(problemsOf(schema));
      }),
      { numRuns: 1000 },
    );
  });
});

test('13 levels of two parents with a list of the same name are refused, at each list once', async () => {
  const levels = Array.from(
    { length: 13 },
    (_, index) =>
      `interface A${index} { next?: T${index + 1}[] }
interface B${index} { next?: T${index + 1}[] }
interface T${index} extends A${index}, B${index} {}`,
  );
  const types = `import type { KubernetesObject } from '@kb/apimachinery';
${levels.join('\n')}
interface T13 { value?: string }
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: T0;
}
`;
  const { diagnostics } = await runScenario(scenarioOf({ 'types.ts': types }));
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['KB_SCHEMA_REFUSED']));
  const lines = types.split('\n');
  expect(diagnostics.map(({ line, message }) => `${lines[line - 1]}: ${message.replace(/^.*comes to: /, '')}`)).toEqual(
    [
      'interface B0 { next?: T1[] }: items: must be specified',
      ...levels.map(
        (_, index) => `interface B${index} { next?: T${index + 1}[] }: type: must be empty to be structural`,
      ),
      'interface T13 { value?: string }: type: must be empty to be structural',
    ],
  );
});
