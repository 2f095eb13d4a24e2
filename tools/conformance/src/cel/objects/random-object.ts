import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import { rulesOf } from '../types/corpus-rules.ts';

/** Makes values of a schema, most of them valid, and prefers what has rules. */
export interface ObjectMaker {
  /** A new value. */
  make(): JsonValue;
  /** A value with a few changes, or none. */
  change(value: JsonValue): JsonValue;
}

const texts = ['', 'a', 'b', 'abc', 'a.b', '10.0.0.1', '1.2.3', '5m', 'https://a.b/c', 'ä€😀', 'a'.repeat(300)];
const numbers = [0, 1, 2, -1, 3, 5, 10, 80, 443, 65_535, 2 ** 31, -(2 ** 53 - 1)];
/** Integers past those that JavaScript's numbers hold. */
const large = [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)];
const byFormat: Readonly<Record<string, readonly string[]>> = {
  byte: ['', 'YWJj', 'YWI=', '+/8='],
  date: ['2020-02-29', '2020-02-30'],
  'date-time': ['2020-01-01T00:00:00Z', '2021-05-06T07:08:09.123456789+02:00', '2020-01-01T00:00:00z'],
  duration: ['5m', '1h30m', '2 days', '-1s', 'x'],
};

/** Creates an {@link ObjectMaker}. */
export function objectMaker(random: Random, root: JsonSchemaProps): ObjectMaker {
  // Values that the rules look for.
  const named = rulesOf(root, true).flatMap(({ expression }) =>
    [...expression.matchAll(/'([\w./:-]{1,40})'|"([\w./:-]{1,40})"/g)].map(
      ([, single, double]) => single ?? double ?? '',
    ),
  );
  const heavy = new WeakMap<JsonSchemaProps, boolean>();

  const hasRules = (schema: JsonSchemaProps): boolean => {
    const known = heavy.get(schema);
    if (known !== undefined) return known;
    const found = (schema['x-kubernetes-validations'] ?? []).length > 0 || childrenOf(schema).some(hasRules);
    heavy.set(schema, found);
    return found;
  };

  const makeText = ({ format, enum: values, pattern }: JsonSchemaProps): string => {
    const chosen = random.pick((values ?? []).filter((value) => typeof value === 'string'));
    if (chosen !== undefined && random.chance(0.9)) return chosen;
    const formatted = random.pick(byFormat[format ?? ''] ?? []);
    if (formatted !== undefined) return formatted;
    if (pattern !== undefined && random.chance(0.3)) return 'example.com';
    return (named.length > 0 && random.chance(0.4) ? random.pick(named) : random.pick(texts)) ?? 'a';
  };

  const makeNumber = ({ minimum, maximum, type }: JsonSchemaProps): JsonValue => {
    const limit = random.chance(0.3) ? random.pick([minimum, maximum].filter((each) => each !== undefined)) : undefined;
    if (type === 'integer' && random.chance(0.05)) return random.pick(large) ?? 0;
    const whole = limit ?? random.pick(numbers) ?? 0;
    return type === 'number' && random.chance(0.5) ? whole + 0.5 : Math.trunc(whole);
  };

  const makeObject = (schema: JsonSchemaProps, depth: number): JsonObject => {
    const made: JsonObject = {};
    const required = new Set(schema.required);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const chance = hasRules(property) ? 0.85 : depth > 4 ? 0.05 : 0.4;
      if (random.chance(required.has(name) ? 0.95 : chance)) made[name] = make(property, depth + 1);
    }
    const { additionalProperties } = schema;
    if (typeof additionalProperties === 'object')
      for (const key of random.sample(['a', 'b.c', 'a/b', '__a', ...named.slice(0, 3)], random.below(4)))
        made[key] = make(additionalProperties, depth + 1);
    if (schema['x-kubernetes-preserve-unknown-fields'] === true && random.chance(0.3))
      made['unknown'] = random.pick<JsonValue>([1, 'a', null, [1.5], { a: {} }]) ?? null;
    return made;
  };

  const make = (schema: JsonSchemaProps, depth: number): JsonValue => {
    if (schema.nullable === true ? random.chance(0.2) : random.chance(0.01)) return null;
    if (schema.default !== undefined && random.chance(0.2)) return schema.default;
    if (random.chance(0.005)) return random.pick<JsonValue>([1.5, 'a', [], {}, true]) ?? null;
    if (schema['x-kubernetes-int-or-string'] === true)
      return random.chance(0.5) ? makeText(schema) : makeNumber({ type: 'integer' });
    switch (schema.type) {
      case 'object':
        return makeObject(schema, depth);
      case 'array':
        return Array.from({ length: random.below(depth > 6 ? 2 : 4) }, () => make(schema.items ?? {}, depth + 1));
      case 'string':
        return makeText(schema);
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return makeNumber(schema);
      default:
        return random.pick<JsonValue>([1, 'a', true, { a: 1 }, ['b']]) ?? null;
    }
  };

  const change = (value: JsonValue, schema: JsonSchemaProps, depth: number): JsonValue => {
    if (random.chance(0.03)) return make(schema, depth);
    if (Array.isArray(value)) {
      const items = value.map((item) => change(item, schema.items ?? {}, depth + 1));
      if (random.chance(0.1)) items.reverse();
      if (random.chance(0.1)) items.pop();
      return random.chance(0.1) ? [...items, make(schema.items ?? {}, depth + 1)] : items;
    }
    if (typeof value !== 'object' || value === null) return random.chance(0.1) ? make(schema, depth) : value;
    const entries = Object.entries(value).flatMap(([key, child]): [string, JsonValue][] =>
      random.chance(0.05) ? [] : [[key, change(child, schemaOf(schema, key), depth + 1)]],
    );
    return Object.fromEntries(entries);
  };

  const complete = (value: JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return { ...value, apiVersion: 'g.example.com/v1', kind: 'Foo', metadata: { name: 'foo', labels: { a: 'b' } } };
  };
  return {
    make: () => complete(makeObject(root, 0)),
    change: (value) => complete(change(value, root, 0)),
  };
}

function childrenOf({ properties = {}, items, additionalProperties }: JsonSchemaProps): JsonSchemaProps[] {
  return [...Object.values(properties), items, additionalProperties].filter((child) => typeof child === 'object');
}

function schemaOf({ properties = {}, additionalProperties }: JsonSchemaProps, key: string): JsonSchemaProps {
  const additional = typeof additionalProperties === 'object' ? additionalProperties : {};
  return (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? additional;
}
