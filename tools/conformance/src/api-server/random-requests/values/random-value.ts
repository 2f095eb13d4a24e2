import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../../random.ts';

/**
 * The probability of an invalid value: a wrong type, out of bounds, an unknown field, a duplicate.
 */
export interface Carelessness {
  readonly wrong: number;
  /** The probability of a missing required field, and of null instead of a value. */
  readonly missing: number;
}

/** For whole objects, which are mostly valid. */
export const careful: Carelessness = { wrong: 0.004, missing: 0.004 };
/** For partial objects: required fields may already exist. */
export const careless: Carelessness = { wrong: 0.01, missing: 0.1 };

/** A value for a schema, out of a few, so that several writers often write the same. */
function randomValue(random: Random, schema: JsonSchemaProps, care: Carelessness): JsonValue {
  if (random.chance(care.wrong)) return wrongValue(random);
  if (random.chance(schema.nullable === true ? 0.2 : care.wrong)) return null;
  if (schema.enum !== undefined && !random.chance(care.wrong)) return random.pick(schema.enum) ?? null;
  if (schema['x-kubernetes-int-or-string'] === true) return random.pick<JsonValue>([1, 2, '1', '50%']) ?? 1;
  if (schema['x-kubernetes-embedded-resource'] === true) return embedded(random, care);
  switch (schema.type) {
    case 'object':
      return randomObjectValue(random, schema, care);
    case 'array':
      return randomList(random, schema, care);
    case 'integer':
      return random.pick([0, 1, 2, 4, ...(random.chance(0.1) ? [-1, 11, 2 ** 31, 1e3] : [])]) ?? 1;
    case 'number':
      return random.pick([0, 1, 0.5, 2.25, ...(random.chance(0.1) ? [3.5, 1e21, 1e-7] : [])]) ?? 1;
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return randomText(random, schema, care);
    default:
      return anything(random, 2);
  }
}

/** An object for a schema, with about half of the optional fields. */
export function randomObjectValue(random: Random, schema: JsonSchemaProps, care: Carelessness): JsonObject {
  const value: JsonObject = {};
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true;
    if (isRequired ? random.chance(care.missing) : random.chance(0.5)) continue;
    value[name] = randomValue(random, child, care);
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    for (const name of random.sample(['k', 'l', 'm.n/o'], random.below(3))) {
      value[name] = randomValue(random, additionalProperties, care);
    }
  }
  if (random.chance(schema['x-kubernetes-preserve-unknown-fields'] === true ? 0.6 : care.wrong)) {
    value['extra'] = anything(random, 2);
  }
  return value;
}

function randomList(random: Random, schema: JsonSchemaProps, care: Carelessness): JsonValue[] {
  const items = schema.items ?? {};
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const isSet = schema['x-kubernetes-list-type'] === 'set';
  const list: JsonValue[] = [];
  const seen = new Set<string>();
  for (let left = random.below(4); left > 0; left -= 1) {
    const item = randomValue(random, items, care);
    if (isJsonObject(item)) {
      for (const key of keys) {
        const isString = items.properties?.[key]?.type === 'string';
        if (key === 'name') item[key] = isString ? (random.pick(['a', 'b', 'c', 'd']) ?? 'a') : random.below(12);
        else if (random.chance(0.5) || items.required?.includes(key) === true)
          item[key] = random.chance(0.5) ? 'TCP' : 'UDP';
        if (random.chance(care.wrong)) delete item[key];
      }
    }
    const identity = identityOf(item, keys, items);
    if ((isSet || keys.length > 0) && seen.has(identity) && !random.chance(care.wrong * 4)) continue;
    seen.add(identity);
    list.push(item);
  }
  return list;
}

function identityOf(item: JsonValue, keys: readonly string[], items: JsonSchemaProps): string {
  if (keys.length === 0 || typeof item !== 'object' || item === null || Array.isArray(item))
    return JSON.stringify(item);
  return JSON.stringify(keys.map((key) => item[key] ?? items.properties?.[key]?.default));
}

function randomText(random: Random, schema: JsonSchemaProps, care: Carelessness): string {
  if (random.chance(care.wrong)) return random.pick(['', 'Not A Word', 'ünïcödé <&>\u2028', 'x'.repeat(70)]) ?? '';
  const texts: Readonly<Record<string, readonly string[]>> = {
    'date-time': ['2020-01-02T03:04:05+01:00', '2021-01-02T03:04:05.5Z'],
    ipv4: ['1.2.3.4', '1.2.3.400'],
    uuid: ['3b241101-e2bb-4255-8caf-4136c566a962'],
    byte: ['YWJj', '***'],
    duration: ['1h', '3 days', '1x'],
    email: ['a@b.example', 'nobody'],
  };
  return (
    random.pick(texts[schema.format ?? ''] ?? ['a', 'b', 'c', 'hello'].slice(0, schema.format === undefined ? 4 : 1)) ??
    'a'
  );
}

function embedded(random: Random, care: Carelessness): JsonValue {
  return {
    ...(!random.chance(care.wrong * 4) && { apiVersion: 'v1' }),
    ...(!random.chance(care.wrong * 4) && { kind: 'ConfigMap' }),
    metadata: {
      name: random.pick(['x', 'y', ...(random.chance(care.wrong * 4) ? ['A_B'] : [])]) ?? 'x',
      ...(random.chance(0.3) && { labels: { l: '1' } }),
    },
    ...(random.chance(0.5) && { data: { k: random.pick(['1', '2']) ?? '1' } }),
  };
}

/** Any JSON. */
function anything(random: Random, depth: number): JsonValue {
  switch (random.below(depth > 0 ? 7 : 4)) {
    case 0:
      return random.pick(['x', 'y']) ?? 'x';
    case 1:
      return random.below(3);
    case 2:
      return random.chance(0.5);
    case 3:
      return random.chance(0.3) ? null : 1.5;
    case 4:
      return [anything(random, depth - 1)];
    default:
      return Object.fromEntries(
        random.sample(['p', 'q', 'r'], 1 + random.below(2)).map((name) => [name, anything(random, depth - 1)]),
      );
  }
}

function wrongValue(random: Random): JsonValue {
  return random.pick<JsonValue>([null, 'text', 7, -1, true, 1.5, [], {}, ['x', 'x'], { x: 1 }, [{}]]) ?? null;
}
