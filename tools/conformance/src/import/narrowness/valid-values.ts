import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { applyDefaults, type JsonSchemaProps, validateListTypes, validateSchema } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import { chooseBranches } from './combine-schemas.ts';
import type { Step } from './places.ts';
import { sampleTexts } from './sample-texts.ts';

/** Requirements for values. */
export interface Wish {
  /** The probability of an optional field, from 0 to 1. */
  readonly optional: number;
  /** A path that must exist, step by step. */
  readonly steps: readonly Step[];
  /**
   * Schemas for which no value was found: they are skipped, and new ones are added. Absent: each is tried every time.
   */
  readonly hopeless?: Set<JsonSchemaProps>;
}

/** A value that a schema does not describe. */
const anything: readonly JsonValue[] = [
  'text',
  1,
  true,
  { some: { thing: [1, 'text', { more: true }] } },
  ['text', 2],
  {},
];

/**
 * A random value that a schema accepts, with all required fields except some of those with defaults. Undefined if none
 * was found: some combinations of junctors and some patterns are not supported.
 */
export function validValue(schema: JsonSchemaProps, wish: Wish, random: Random): JsonValue | undefined {
  const hasJunctors = [schema.anyOf, schema.oneOf, schema.allOf, schema.not].some((junctor) => junctor !== undefined);
  const attempts = hasJunctors ? 12 : 3;
  if (wish.hopeless?.has(schema) === true) return undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Junctors may require fields that nothing else requires.
    const optional = attempt > 2 ? Math.max(wish.optional, 0.5) : wish.optional;
    const value = candidate(schema, { ...wish, optional }, random);
    if (value !== undefined && isValid(schema, value)) return value;
  }
  if (wish.steps.length === 0) wish.hopeless?.add(schema);
  return undefined;
}

/** An absent field with a default is present when the API server validates. */
function isValid(schema: JsonSchemaProps, value: JsonValue): boolean {
  const complete = applyDefaults(schema, value);
  return validateSchema(schema, complete).length === 0 && validateListTypes(schema, complete).length === 0;
}

/** Whether a required field may be left out, because the API server sets a valid default. */
export function isFilledIn(schema: JsonSchemaProps | undefined): boolean {
  const { default: filledIn = null } = schema ?? {};
  return schema !== undefined && filledIn !== null && isValid(schema, filledIn);
}

function candidate(whole: JsonSchemaProps, wish: Wish, random: Random): JsonValue | undefined {
  if (whole.nullable === true && wish.steps.length === 0 && random.chance(0.2)) return null;
  const { schema, nots } = chooseBranches(whole, random);
  if (schema.enum !== undefined) {
    const excluded = nots.flatMap((not) => not.enum ?? []);
    return random.pick(schema.enum.filter((value) => value !== null && !excluded.includes(value)));
  }
  if (schema['x-kubernetes-int-or-string'] === true)
    return random.chance(0.5) ? someNumber(schema, random) : random.pick(sampleTexts(schema));
  switch (schema.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return someNumber(schema, random);
    case 'string':
      return random.pick(sampleTexts(schema));
    case 'array':
      return someList(schema, wish, random);
    case 'object':
      return someObject(schema, nots, wish, random);
    default:
      return schema.properties === undefined ? random.pick(anything) : someObject(schema, nots, wish, random);
  }
}

function someNumber(schema: JsonSchemaProps, random: Random): number {
  const { type, minimum, maximum, multipleOf, exclusiveMinimum } = schema;
  const step = multipleOf ?? (type === 'number' ? 0.25 : 1);
  let value = minimum === undefined ? Math.min(1, maximum ?? 1) : Math.ceil(minimum / step) * step;
  if (exclusiveMinimum === true && value === minimum) value += step;
  const more = random.below(3) * step;
  return maximum === undefined || value + more <= maximum ? value + more : value;
}

function someList(schema: JsonSchemaProps, wish: Wish, random: Random): JsonValue[] | undefined {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const [, ...rest] = wish.steps;
  const wanted = Math.max(Number(minItems), wish.steps.length > 0 ? 1 : 0, wish.optional > 0 ? 1 + random.below(2) : 0);
  const list: JsonValue[] = [];
  for (let attempt = 0; list.length < Math.min(wanted, Number(maxItems)) && attempt < 4 * wanted; attempt += 1) {
    const item = validValue(items, { ...wish, steps: list.length === 0 ? rest : [] }, random);
    if (item === undefined) continue;
    // Items of sets and keys of map lists are unique.
    if (validateListTypes(schema, [...list, item]).length === 0) list.push(item);
  }
  return list.length < minItems || (wish.steps.length > 0 && list.length === 0) ? undefined : list;
}

const entryNames = ['one', 'example.com/two', 'some.key', 'a key'];

function someObject(
  schema: JsonSchemaProps,
  nots: readonly JsonSchemaProps[],
  wish: Wish,
  random: Random,
): JsonObject | undefined {
  const { properties = {}, required = [], additionalProperties, minProperties = 0, maxProperties } = schema;
  const [step, ...rest] = wish.steps;
  const wished = step?.into === 'property' ? step.name : undefined;
  const missing = required.filter((name) => !Object.hasOwn(properties, name) || !isFilledIn(properties[name]));
  const needed = new Set(wished === undefined ? missing : [wished, ...missing]);
  const forbidden = forbiddenNames(nots, needed, random);
  if (wished !== undefined && forbidden.has(wished)) return undefined;
  const object: JsonObject = {};
  if (schema['x-kubernetes-embedded-resource'] === true) Object.assign(object, { apiVersion: 'v1', kind: 'Thing' });
  const add = (name: string, property: JsonSchemaProps, steps: readonly Step[]): boolean => {
    const value = validValue(property, { ...wish, steps }, random);
    if (value !== undefined) object[name] = value;
    return value !== undefined;
  };
  for (const name of needed) {
    const property = Object.hasOwn(properties, name) ? properties[name] : entrySchema(schema);
    if (property === undefined || !add(name, property, name === wished ? rest : [])) return undefined;
  }
  const limit = Number(maxProperties ?? Number.POSITIVE_INFINITY);
  const optional = Object.keys(properties).filter((name) => !needed.has(name) && !forbidden.has(name));
  for (const name of optional) {
    if (Object.keys(object).length >= limit || name === '__proto__') continue;
    const isWanted = random.chance(wish.optional) || Object.keys(object).length < minProperties;
    const property = properties[name];
    if (isWanted && property !== undefined) add(name, property, []);
  }
  if (additionalProperties !== undefined && additionalProperties !== false) {
    const count = Math.max(
      Number(minProperties),
      step?.into === 'entry' ? 1 : 0,
      wish.optional > 0 ? 1 + random.below(2) : 0,
    );
    for (const [index, name] of entryNames.slice(0, Math.min(count, limit)).entries()) {
      const isWished = step?.into === 'entry' && index === 0;
      if (!add(name, entrySchema(schema) ?? {}, isWished ? rest : []) && isWished) return undefined;
    }
  }
  const keepsOthers = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (keepsOthers && random.chance(wish.optional)) object['notInTheSchema'] = random.pick(anything) ?? null;
  return object;
}

function entrySchema({ additionalProperties, ...schema }: JsonSchemaProps): JsonSchemaProps | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return additionalProperties === true || schema['x-kubernetes-preserve-unknown-fields'] === true ? {} : undefined;
}

/** Fields that must be absent because of conditions that must not hold: one of the fields that exclude each other. */
function forbiddenNames(nots: readonly JsonSchemaProps[], needed: ReadonlySet<string>, random: Random): Set<string> {
  const forbidden = new Set<string>();
  const visit = (not: JsonSchemaProps): void => {
    for (const branch of [...(not.anyOf ?? []), ...(not.oneOf ?? [])]) visit(branch);
    const { required = [], properties } = not;
    if (properties !== undefined || required.some((name) => forbidden.has(name))) return;
    const name = random.pick(required.filter((one) => !needed.has(one)));
    if (name !== undefined) forbidden.add(name);
  };
  nots.forEach(visit);
  return forbidden;
}
