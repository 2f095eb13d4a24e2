import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** A value that breaks a rule of its schema, or nearly. */
export interface Mistake {
  /** Such as `one item too many`. */
  readonly what: string;
  /** Undefined: the value is left out. */
  readonly value: JsonValue | undefined;
}

/** A name that no schema has. */
const UNKNOWN_FIELD = 'notAFieldOfIt';
/** Texts and lists above this are not made longer: requests have a limit of their own. */
const MOST = 20_000;
/** How many other values of an enum are tried: some have hundreds. */
const MOST_OF_ENUM = 3;

const typeSamples: readonly (readonly [string, JsonValue])[] = [
  ['a text', 'text'],
  ['a number', 1],
  ['a boolean', true],
  ['a list', []],
  ['an object', {}],
];

/** Changes of a value at a place, each of which breaks at most one keyword of the schema there. */
export function mistakesAt(schema: JsonSchemaProps, value: JsonValue): Mistake[] {
  const own = typeName(value);
  const types = typeSamples.filter(([name]) => name !== own).map(([name, other]) => ({ what: name, value: other }));
  return [
    ...types,
    { what: 'null', value: null },
    ...enumMistakes(schema, value),
    ...(typeof value === 'string' ? textMistakes(schema, value) : []),
    ...(typeof value === 'number' || typeof value === 'bigint' ? numberMistakes(schema) : []),
    ...(Array.isArray(value) ? listMistakes(schema, value) : []),
    ...(isJsonObject(value) ? objectMistakes(schema, value) : []),
  ];
}

function enumMistakes({ enum: values = [] }: JsonSchemaProps, own: JsonValue): Mistake[] {
  if (values.length === 0) return [];
  // Rules in CEL often have conditions for some of the values.
  const others = values
    .filter((value) => value !== own)
    .slice(0, MOST_OF_ENUM)
    .map((value) => ({ what: 'another value of the enum', value }));
  return values.some((value) => typeof value === 'number')
    ? [...others, { what: 'a number that is not in the enum', value: 987_654 }]
    : [...others, { what: 'a text that is not in the enum', value: 'not-of-the-enum' }];
}

function textMistakes({ maxLength, minLength, pattern, format }: JsonSchemaProps, value: string): Mistake[] {
  const mistakes: Mistake[] = [];
  const most = Number(maxLength ?? Infinity);
  if (most < MOST) {
    const longest = value.padEnd(most, 'x').slice(0, most);
    mistakes.push({ what: 'one character too many', value: `${longest}x` });
    // Two bytes each, and one character.
    mistakes.push({ what: 'as many characters as possible', value: 'ü'.repeat(most) });
  }
  if (Number(minLength ?? 0) > 0)
    mistakes.push({ what: 'one character too few', value: 'x'.repeat(Number(minLength) - 1) });
  if (pattern !== undefined) mistakes.push({ what: 'no match of the pattern', value: ' Not\n% it ' });
  if (format !== undefined) mistakes.push({ what: `no ${format}`, value: `not a ${format}` });
  mistakes.push({ what: 'an empty text', value: '' }, { what: 'a longer text', value: `${value}x` });
  return mistakes;
}

function numberMistakes({ type, minimum, maximum, multipleOf, format }: JsonSchemaProps): Mistake[] {
  const step = type === 'integer' ? 1 : 0.25;
  const mistakes: Mistake[] = [
    { what: 'a fraction', value: 1.5 },
    { what: 'a number above 2^53', value: 9_007_199_254_740_993n },
    { what: 'a number above 2^63', value: 1e19 },
    { what: 'a negative number', value: -1 },
  ];
  const bounds = [
    ['minimum', minimum, -step],
    ['maximum', maximum, step],
  ] as const;
  for (const [name, bound, beyond] of bounds) {
    if (bound === undefined) continue;
    mistakes.push({ what: `the ${name} itself`, value: bound });
    if (bound + beyond !== bound) mistakes.push({ what: `beyond the ${name}`, value: bound + beyond });
  }
  if (multipleOf !== undefined) mistakes.push({ what: 'between two multiples', value: multipleOf * 1.5 });
  if (format === 'int32') mistakes.push({ what: 'a number above 2^31', value: 2_147_483_648 });
  return mistakes;
}

function listMistakes({ minItems, maxItems, ...schema }: JsonSchemaProps, list: readonly JsonValue[]): Mistake[] {
  const mistakes: Mistake[] = [];
  const [first] = list;
  if (first !== undefined) {
    const type = schema['x-kubernetes-list-type'] ?? 'list';
    mistakes.push({ what: `the first item of the ${type} again`, value: [...list, first] });
    mistakes.push({ what: 'null as an item', value: [...list, null] });
    const most = Number(maxItems ?? Infinity);
    if (most < MOST / 100)
      mistakes.push({
        what: 'one item too many',
        value: Array.from({ length: most + 1 }, (_, index) => list[index] ?? first),
      });
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    if (isJsonObject(first) && keys.length > 0)
      mistakes.push({ what: 'an item without its keys', value: [without(first, ...keys), ...list.slice(1)] });
  }
  if (Number(minItems ?? 0) > 0) mistakes.push({ what: 'too few items', value: list.slice(0, Number(minItems) - 1) });
  return mistakes;
}

function objectMistakes(schema: JsonSchemaProps, object: JsonObject): Mistake[] {
  const mistakes: Mistake[] = [{ what: 'an unknown field', value: { ...object, [UNKNOWN_FIELD]: { deep: [1] } } }];
  for (const name of Object.keys(object)) {
    const isRequired = schema.required?.includes(name) === true;
    if (isRequired) mistakes.push({ what: `without ${name}, which is required`, value: without(object, name) });
  }
  const { minProperties, maxProperties, additionalProperties } = schema;
  const [entry] = Object.entries(object);
  if (Number(minProperties ?? 0) > 0) mistakes.push({ what: 'too few fields', value: {} });
  if (typeof additionalProperties === 'object' && entry !== undefined) {
    const [, value] = entry;
    mistakes.push({ what: 'an entry with an odd name', value: { ...object, 'a.b/c ü"': value } });
    mistakes.push({ what: 'an entry without a name', value: { ...object, '': value } });
    if (Number(maxProperties ?? Infinity) < MOST / 100) {
      const names = Array.from({ length: Number(maxProperties) + 1 }, (_, index) => `n${index}`);
      mistakes.push({ what: 'one entry too many', value: Object.fromEntries(names.map((name) => [name, value])) });
    }
  }
  if (schema['x-kubernetes-embedded-resource'] === true) {
    mistakes.push({ what: 'a resource without apiVersion and kind', value: without(object, 'apiVersion', 'kind') });
    mistakes.push({
      what: 'a resource with a wrong name',
      value: { ...object, metadata: { name: 'A_B', labels: { a: '-' } } },
    });
    mistakes.push({
      what: 'a resource with wrong metadata',
      value: { ...object, metadata: { labels: { a: 1 }, bogus: 1 } },
    });
  }
  return mistakes;
}

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function typeName(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
