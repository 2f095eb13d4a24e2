import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { randomJunctors } from '../../import/narrowness/random-junctors.ts';
import { validValue } from '../../import/narrowness/valid-values.ts';
import type { Random } from '../../random.ts';
import { breakSchema } from './break-schema.ts';
import { withRandomRules } from './random-rules.ts';

/** Names of fields: plain ones, ones that rules have to escape, and ones that no rule can name. */
const names = ['alpha', 'beta', 'gamma', 'delta', 'mode', 'items', 'a-b', 'in', 'x.y', 'kind', 'ü'];
const formats =
  'byte date date-time duration email hostname ipv4 ipv6 cidr mac uri uuid uuid4 password int32 bogus'.split(' ');
const patterns = ['^[a-z]*$', '^\\d{1,3}$', '[a-c]', '^(a|b)+$', '(?i)^x', '^\\p{L}+$', '\\bx\\b', '^$'];
/** Limits of numbers, around those of the integers that are kept. */
const limits = [0, 1, -1, 2, 10, 0.5, 1e6, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, -(2 ** 63), 1e20, 1e-7];

/**
 * A random schema for a field: mostly a structural one with every keyword that there is, sometimes with a mistake, and
 * sometimes with rules in CEL.
 */
export function randomStructuralSchema(random: Random): JsonSchemaProps {
  const schema = randomSchema(random, 3);
  const ruled = random.chance(0.5) ? withRandomRules(random, schema) : schema;
  return random.chance(0.12) ? breakSchema(random, ruled) : ruled;
}

function randomSchema(random: Random, depth: number): JsonSchemaProps {
  const make = random.pick(depth > 0 ? [...scalars, ...containers, ...containers] : scalars) ?? randomText;
  let schema = make(random, depth);
  const hasType = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  if (hasType && random.chance(0.12)) schema = { ...schema, nullable: true };
  if (random.chance(0.05)) schema = { ...schema, ...randomJunctorsOfValue(random, schema) };
  if (random.chance(0.15)) schema = { ...schema, ...defaultOf(random, schema) };
  return random.chance(0.05)
    ? { ...schema, description: 'A description.', title: 'A title', example: { any: 1 } }
    : schema;
}

type Make = (random: Random, depth: number) => JsonSchemaProps;

const scalars: readonly Make[] = [
  randomText,
  randomText,
  randomText,
  randomNumber,
  randomNumber,
  randomNumber,
  () => ({ type: 'boolean' }),
  (random) => ({ type: 'string', enum: random.sample<JsonValue>(['A', 'B', 'c', ''], 1 + random.below(4)) }),
  (random) => ({ type: 'integer', enum: random.sample<JsonValue>([0, 1, 2, -3], 1 + random.below(3)) }),
  (random) => ({
    'x-kubernetes-int-or-string': true,
    ...(random.chance(0.5) && { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    ...(random.chance(0.3) && { maximum: 10, maxLength: 3 }),
  }),
  () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
  () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
];

const containers: readonly Make[] = [
  randomObject,
  randomObject,
  randomObject,
  randomList,
  randomSet,
  randomListMap,
  randomMap,
  randomMap,
  (random, depth) => ({
    ...randomObject(random, depth),
    'x-kubernetes-map-type': random.chance(0.5) ? 'atomic' : 'granular',
  }),
  (random, depth) => ({ ...randomObject(random, depth), 'x-kubernetes-preserve-unknown-fields': true }),
  (random, depth) => {
    const { properties } = randomObject(random, depth);
    return {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { ...properties, kind: { type: 'string' }, metadata: { type: 'object' } },
      ...(random.chance(0.6) && { 'x-kubernetes-preserve-unknown-fields': true }),
    };
  },
];

function randomText(random: Random): JsonSchemaProps {
  const schema: JsonSchemaProps = { type: 'string' };
  if (random.chance(0.3)) schema.format = random.pick(formats) ?? 'date';
  if (random.chance(0.25)) schema.pattern = random.pick(patterns) ?? '';
  if (random.chance(0.5)) schema.maxLength = random.pick([0, 1, 3, 5, 64]) ?? 5;
  if (random.chance(0.2)) schema.minLength = random.pick([0, 1, 2]) ?? 1;
  return schema;
}

function randomNumber(random: Random): JsonSchemaProps {
  const schema: JsonSchemaProps = { type: random.chance(0.6) ? 'integer' : 'number' };
  const format = random.pick(schema.type === 'integer' ? ['int32', 'int64', 'bogus'] : ['float', 'double', 'int32']);
  if (format !== undefined && random.chance(0.4)) schema.format = format;
  const limit = (): number => random.pick(random.chance(0.6) ? limits.slice(0, 6) : limits) ?? 0;
  if (random.chance(0.35)) schema.minimum = limit();
  if (random.chance(0.35)) schema.maximum = limit();
  if (schema.minimum !== undefined && random.chance(0.3)) schema.exclusiveMinimum = random.chance(0.8);
  if (schema.maximum !== undefined && random.chance(0.3)) schema.exclusiveMaximum = random.chance(0.8);
  if (random.chance(0.15)) schema.multipleOf = random.pick([1, 2, 3, 0.5, 0.01, 2 ** 53, 1e10]) ?? 2;
  return schema;
}

function randomObject(random: Random, depth: number): JsonSchemaProps {
  const chosen = random.sample(names, 1 + random.below(4));
  const properties = Object.fromEntries(chosen.map((name) => [name, randomSchema(random, depth - 1)]));
  const schema: JsonSchemaProps = { type: 'object', properties };
  const required = chosen.filter(() => random.chance(0.25));
  if (required.length > 0) schema.required = required;
  if (random.chance(0.1)) schema.minProperties = random.below(3);
  if (random.chance(0.1)) schema.maxProperties = 1 + random.below(3);
  return random.chance(0.12) ? { ...schema, ...randomJunctors(properties, random) } : schema;
}

function counts(
  random: Random,
  least: 'minItems' | 'minProperties',
  most: 'maxItems' | 'maxProperties',
): JsonSchemaProps {
  return {
    ...(random.chance(0.5) && { [most]: random.pick([0, 1, 2, 4, 10]) ?? 2 }),
    ...(random.chance(0.15) && { [least]: random.below(3) }),
  };
}

function randomList(random: Random, depth: number): JsonSchemaProps {
  return {
    type: 'array',
    items: randomSchema(random, depth - 1),
    ...counts(random, 'minItems', 'maxItems'),
    ...(random.chance(0.2) && { 'x-kubernetes-list-type': 'atomic' }),
  };
}

function randomSet(random: Random, depth: number): JsonSchemaProps {
  const items = random.chance(0.8)
    ? (random.pick([randomText, randomNumber])?.(random) ?? { type: 'string' })
    : ({ ...randomObject(random, depth - 1), 'x-kubernetes-map-type': 'atomic' } as const);
  return { type: 'array', items, 'x-kubernetes-list-type': 'set', ...counts(random, 'minItems', 'maxItems') };
}

function randomListMap(random: Random, depth: number): JsonSchemaProps {
  const item = randomObject(random, depth - 1);
  const keys = random.sample(['name', 'port', 'proto'], 1 + random.below(2));
  const properties = { ...item.properties };
  for (const key of keys)
    properties[key] =
      key === 'port'
        ? { type: 'integer' }
        : { type: 'string', ...(key === 'proto' && random.chance(0.6) && { default: 'TCP' }) };
  const required = keys.filter((key) => properties[key]?.default === undefined);
  return {
    type: 'array',
    items: { ...item, properties, required: [...new Set([...(item.required ?? []), ...required])] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    ...counts(random, 'minItems', 'maxItems'),
  };
}

function randomMap(random: Random, depth: number): JsonSchemaProps {
  return {
    type: 'object',
    additionalProperties: random.chance(0.1) ? true : randomSchema(random, depth - 1),
    ...counts(random, 'minProperties', 'maxProperties'),
    ...(random.chance(0.15) && { 'x-kubernetes-map-type': 'atomic' }),
  };
}

/** Conditions on the value itself, which no other keyword of it says. */
function randomJunctorsOfValue(random: Random, { type }: JsonSchemaProps): JsonSchemaProps {
  const branches: readonly JsonSchemaProps[] =
    type === 'string'
      ? [{ pattern: '^a' }, { maxLength: 1 }, { enum: ['b', 'text'] }, { not: { pattern: 'x' } }, { format: 'date' }]
      : type === 'integer' || type === 'number'
        ? [{ maximum: 1 }, { minimum: 1 }, { enum: [0, 5] }, { multipleOf: 2 }]
        : [];
  const chosen = random.sample(branches, 2);
  if (chosen.length === 0) return {};
  const keyword = random.pick(['anyOf', 'oneOf', 'allOf'] as const) ?? 'anyOf';
  return random.chance(0.2) ? { not: chosen[0] ?? {} } : { [keyword]: chosen };
}

/** A default that fits the schema, or nearly. */
function defaultOf(random: Random, schema: JsonSchemaProps): JsonSchemaProps {
  const fitting = validValue(schema, { optional: 0.3, steps: [] }, random);
  const value = random.chance(0.9) ? fitting : random.pick<JsonValue>([null, 'x', 5, {}, [], [null], { unknown: 1 }]);
  return value === undefined ? {} : { default: value };
}
