import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { ArgumentType } from './argument-type.ts';
import type { MarkerArguments, MarkerDefinition, MarkerEffect, ValueProblem } from './marker-definition.ts';

/** The priority of markers that change the type that the others check. */
export const EARLY = 9;
/** The priority of most markers. */
export const USUAL = 10;

/** A type of argument, with the TypeScript type of its values. */
export interface Typed<T> {
  readonly type: ArgumentType;
  /** The value with its TypeScript type. Throws a TypeError when the reader returned another type, which is a bug. */
  readonly from: (value: JsonValue) => T;
}

/** A named argument: a type and a description. */
export interface Explained<T> extends Typed<T> {
  readonly summary: string;
}

/** A named argument that may be left out. */
export interface Optional<T> extends Typed<T> {
  readonly optional: true;
}

/** The values of named arguments. */
export type NamedValues<F> = {
  [K in keyof F]: F[K] extends Optional<infer T> ? T | undefined : F[K] extends Typed<infer T> ? T : never;
};

/** Text, quoted or bare. */
export const string: Typed<string> = { type: { kind: 'string' }, from: expectType('string', isString) };
/** A whole number. */
export const int: Typed<number> = { type: { kind: 'int' }, from: (value) => Number(value) };
/** A whole number, to its last digit. */
export const integer: Typed<number | bigint> = {
  type: { kind: 'int' },
  from: (value) => (typeof value === 'bigint' ? value : Number(value)),
};
/** Any number. */
export const number: Typed<number> = { type: { kind: 'number' }, from: expectType('number', isNumber) };
/** `true` or `false`. */
export const bool: Typed<boolean> = { type: { kind: 'bool' }, from: expectType('bool', isBoolean) };
/** A value whose type is guessed from its syntax. */
export const any: Typed<JsonValue> = { type: { kind: 'any' }, from: (value) => value };
/** JSON up to the end of the marker. */
export const json: Typed<JsonValue> = { type: { kind: 'json' }, from: (value) => value };
/** JSON up to the end of the marker, whose numbers become floats, as controller-gen reads it. */
export const jsonOfFloats: Typed<JsonValue> = { type: { kind: 'json' }, from: withFloats };
/** Text up to the end of the marker, as it is written. */
export const raw: Typed<string> = { type: { kind: 'raw' }, from: expectType('string', isString) };
/** Text in quotes, with the escapes of Go or of JSON. */
export const quoted: Typed<string> = { type: { kind: 'quoted' }, from: expectType('string', isString) };
/** Texts: `{a, b}` or `a;b`. */
export const strings: Typed<string[]> = listOf(string);

/** A list of values of one type: `{a, b}` or `a;b`. */
export function listOf<T>(items: Typed<T>): Typed<T[]> {
  return {
    type: { kind: 'list', items: items.type },
    from(value) {
      if (!Array.isArray(value)) throw new TypeError('expected a list');
      return value.map((item) => items.from(item));
    },
  };
}

/** A named argument with a description. */
export function about<T extends Typed<unknown>>(summary: string, typed: T): T & { readonly summary: string } {
  return { ...typed, summary };
}

/** A named argument that may be left out. */
export function optional<T>(typed: Typed<T>): Optional<T> {
  return { ...typed, optional: true };
}

/** The properties that every kind of marker has. */
interface Description {
  readonly name: string;
  readonly targets: MarkerDefinition['targets'];
  readonly summary: string;
  readonly example: string;
  readonly repeatable?: boolean;
  readonly decides?: MarkerDefinition['decides'];
  readonly doubtOf?: MarkerDefinition['doubtOf'];
}

/** A marker without arguments. */
export function flagMarker(description: Description, effect: MarkerEffect): MarkerDefinition {
  return row(description, { kind: 'none' }, () => effect);
}

/** A marker with one value after `=`. */
export function valueMarker<T>(
  description: Description,
  value: Typed<T>,
  effectOf: (value: T) => MarkerEffect | ValueProblem,
): MarkerDefinition {
  return row(description, { kind: 'value', type: value.type, optional: false }, (values) => {
    const given = values.get('');
    if (given === undefined) throw new TypeError(`+${description.name} was read without its value`);
    return effectOf(value.from(given));
  });
}

/** A marker with one value after `=`, which may be empty. */
export function optionalValueMarker<T>(
  description: Description,
  value: Typed<T>,
  effectOf: (value: T | undefined) => MarkerEffect | ValueProblem,
): MarkerDefinition {
  return row(description, { kind: 'value', type: value.type, optional: true }, (values) => {
    const given = values.get('');
    return effectOf(given === undefined ? undefined : value.from(given));
  });
}

/** A marker with named arguments: `+name:a=…,b=…`. */
export function namedMarker<F extends Record<string, Explained<unknown>>>(
  description: Description,
  fields: F,
  effectOf: (values: NamedValues<F>) => MarkerEffect | ValueProblem,
): MarkerDefinition {
  const named = Object.entries(fields).map(([name, field]) => ({
    name,
    type: field.type,
    optional: 'optional' in field,
    summary: field.summary,
  }));
  return row(description, { kind: 'named', arguments: named }, (values) => {
    const typed: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const given = values.get(name);
      typed[name] = given === undefined ? undefined : field.from(given);
    }
    // Every field of F was just filled by its own reader.
    return effectOf(typed as NamedValues<F>);
  });
}

function row(
  { name, targets, summary, example, repeatable = false, decides, doubtOf }: Description,
  markerArguments: MarkerArguments,
  effectOf: MarkerDefinition['effectOf'],
): MarkerDefinition {
  return {
    name,
    targets,
    arguments: markerArguments,
    repeatable,
    ...(decides !== undefined && { decides }),
    summary,
    example,
    effectOf,
    ...(doubtOf !== undefined && { doubtOf }),
  };
}

function expectType<T extends JsonValue>(name: string, is: (value: JsonValue) => value is T): (value: JsonValue) => T {
  return (value) => {
    if (!is(value)) throw new TypeError(`expected ${name}, got ${typeof value}`);
    return value;
  };
}

function isString(value: JsonValue): value is string {
  return typeof value === 'string';
}

function withFloats(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') {
    const float = Number(value);
    // It is written in its shortest digits, which the API server reads as an integer if they fit.
    const digits = BigInt(String(float));
    return BigInt.asIntN(64, digits) === digits ? digits : float;
  }
  if (Array.isArray(value)) return value.map(withFloats);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, child && withFloats(child)]));
}

function isNumber(value: JsonValue): value is number {
  return typeof value === 'number';
}

function isBoolean(value: JsonValue): value is boolean {
  return typeof value === 'boolean';
}
