import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import type { Place } from './places.ts';
import { shapeAnswer } from './shape-answer.ts';
import { isFilledIn, validValue } from './valid-values.ts';

/** A value with one mistake. */
export interface Mutation {
  /** Such as `list instead of string`. */
  readonly what: string;
  /** Undefined: the value is removed. */
  readonly value: JsonValue | undefined;
  /** True for another combination of fields, which may be valid too. */
  readonly mayBeRight: boolean;
}

/** A name that no schema has. */
const UNKNOWN_FIELD = 'notAFieldOfIt';

const typeSamples: Readonly<Record<string, JsonValue>> = {
  string: 'text',
  number: 1,
  boolean: true,
  list: [],
  object: {},
};

/** Ways to change a valid value at a place. The API server's rules decide which of them are invalid. */
export function mutationsOf({ schema }: Place, value: JsonValue, random: Random): Mutation[] {
  const mutations: Mutation[] = [];
  const add = (what: string, changed: JsonValue | undefined, mayBeRight = false): void => {
    mutations.push({ what, value: changed, mayBeRight });
  };
  const own = typeName(value);
  for (const [type, sample] of Object.entries(typeSamples)) {
    // Null may be the only type that junctors leave.
    const isWanted =
      own === 'null' && schema.type !== undefined && shapeAnswer({ type: schema.type }, sample).canAccept;
    // Lists and strings have a `length`: for TypeScript they match an object with only that field.
    const isLike = (type === 'list' || type === 'string') && isLength(schema);
    if (type !== own && !isWanted && !isLike) add(`${type} instead of ${own}`, sample);
  }
  // Without a type, null is not another shape: the API server drops it, and accepts the rest.
  const hasType = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  if (value !== null && hasType) add('null', null);
  if (schema.enum !== undefined) {
    if (schema.enum.some((one) => typeof one === 'string'))
      add('another text than those of the enum', 'not-of-the-enum');
    if (schema.enum.some((one) => typeof one === 'number')) add('another number than those of the enum', 987_654);
  }
  if (isJsonObject(value)) {
    add('an unknown field', { ...value, [UNKNOWN_FIELD]: 'text' });
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) continue;
      const property = schema.properties?.[name];
      if (!hasDefault(property) || isFilledIn(property))
        add(`without ${name}`, without(value, name), hasDefault(property));
    }
    for (const { what, value: changed } of combinationsOf(schema, value, random)) add(what, changed, true);
  }
  return mutations;
}

/** True for an object type whose only required field may be `length`. */
function isLength({ properties = {}, required = [] }: JsonSchemaProps): boolean {
  return Object.hasOwn(properties, 'length') && required.every((name) => hasDefault(properties[name]));
}

/** A default may be invalid: then nothing is left out, because no type expresses that. */
function hasDefault(schema: JsonSchemaProps | undefined): boolean {
  return (schema?.default ?? null) !== null;
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = object;
  return others;
}

/**
 * The value with each field of the junctors present, absent, or with each value of its set; and with two such changes
 * at once.
 */
function combinationsOf(
  schema: JsonSchemaProps,
  value: JsonObject,
  random: Random,
): { what: string; value: JsonObject }[] {
  const sets = new Map<string, JsonValue[]>();
  for (const branch of branchesOf(schema)) {
    for (const name of [...(branch.required ?? []), ...Object.keys(branch.properties ?? {})]) {
      const values = sets.get(name) ?? [...(schema.properties?.[name]?.enum ?? [])];
      sets.set(name, [...values, ...(branch.properties?.[name]?.enum ?? [])]);
    }
  }
  const changes = [...sets].flatMap(([name, values]) => changesOf(name, values, schema, value, random));
  const pairs = changes.flatMap((a, index) =>
    changes.slice(index + 1).flatMap((b) => (a.name === b.name ? [] : [[a, b]])),
  );
  return [...changes.map((change) => [change]), ...random.sample(pairs, 20)].map((applied) => ({
    what: applied.map(({ what }) => what).join(', '),
    value: applied.reduce<JsonObject>((object, { apply }) => apply(object), value),
  }));
}

interface Change {
  readonly name: string;
  readonly what: string;
  readonly apply: (object: JsonObject) => JsonObject;
}

function changesOf(
  name: string,
  values: readonly JsonValue[],
  schema: JsonSchemaProps,
  object: JsonObject,
  random: Random,
): Change[] {
  const property = schema.properties?.[name];
  if (property === undefined) return [];
  const changes: Change[] = [];
  const set = (what: string, value: JsonValue): void => {
    changes.push({ name, what, apply: (before) => ({ ...before, [name]: value }) });
  };
  if (Object.hasOwn(object, name)) {
    if (!hasDefault(property) || isFilledIn(property))
      changes.push({ name, what: `without ${name}`, apply: (before) => without(before, name) });
  } else {
    const value = validValue(property, { optional: 0, steps: [] }, random);
    if (value !== undefined) set(`with ${name}`, value);
  }
  const different = values.filter((value) => value !== null && value !== object[name]);
  for (const value of new Set(different)) set(`with ${name} ${JSON.stringify(value)}`, value);
  return changes;
}

/** The schemas in the junctors of a schema, at any depth of junctors. */
function branchesOf({ allOf = [], anyOf = [], oneOf = [], not }: JsonSchemaProps): JsonSchemaProps[] {
  const direct = [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
  return direct.flatMap((branch) => [branch, ...branchesOf(branch)]);
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}
