import type { JsonObject, JsonValue } from '../../json.ts';

/** A double. An object, because a number of JavaScript is an integer of CEL. */
export interface Double {
  readonly kind: 'double';
  readonly value: number;
}

/** An unsigned integer of 64 bits: a number while it is exact, else a bigint. */
export interface Uint {
  readonly kind: 'uint';
  readonly value: number | bigint;
}

/** An optional; without `value`, `optional.none()`. */
export interface CelOptional {
  readonly kind: 'optional';
  readonly value?: CelValue;
}

/** A type as a value: what `type(x)` and the name of a type give. */
export interface CelTypeValue {
  readonly kind: 'type';
  readonly name: string;
}

/** What an evaluation gives instead of a value. Functions return errors, they do not throw them. */
export interface CelError {
  readonly kind: 'error';
  readonly message: string;
  /** Whether it is an element of a list: to cel-go a value, which the next step of a path finds to be an error. */
  readonly isElement?: boolean;
}

/**
 * A value of a type that Kubernetes adds to CEL: a URL, an IP address, a quantity. Its library knows what is in it,
 * and gives the functions that depend on the type.
 */
export interface OpaqueValue {
  readonly kind: 'opaque';
  /** The name of the type: `net.IP`. */
  readonly type: string;
  /** How many bytes it has, for costs; undefined if the type has no size. */
  readonly size?: number;
  /** Of JSON: itself, of a literal nothing. */
  readonly json?: JsonValue;
  /** What tells it apart as a key of a map; undefined: that it is this value. */
  readonly asKey?: () => string;
  /** Of an object that an expression made: its fields, in their order. */
  readonly fields?: ReadonlyMap<string, CelValue>;
  /** Whether it is equal to another value. */
  equals(other: CelValue): boolean | CelError;
}

/** A duration, in nanoseconds: 64 bits. */
export interface CelDuration {
  readonly kind: 'duration';
  readonly nanoseconds: bigint;
}

/** A time, from the year 1 to the year 9999. */
export interface CelTimestamp {
  readonly kind: 'timestamp';
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** From 0 to 999,999,999. */
  readonly nanos: number;
  /** The seconds east of UTC that it was written with, which its text has too. */
  readonly offset: number;
}

/** A list: of a literal, or a view of JSON. */
export interface CelList {
  readonly kind: 'list';
  readonly size: number;
  /** The element at an index; an error if there is none, or if the element does not have the type of its schema. */
  get(index: number): CelValue;
  /** Where equality of lists is not that of their elements: whether this list is equal to another value. */
  equals?(other: CelValue): boolean | CelError;
  /** Of JSON: itself, of a literal nothing. */
  readonly json?: JsonValue[];
  /** Of a view: the same list without its schema. */
  native?(): CelList;
  /** Where `+` does not append. */
  plus?(other: CelList): CelList;
  /** What `value in list` is, if it is not what equality with each element in turn gives. */
  contains?(value: CelValue): boolean | CelError;
}

/** A map: of a literal, or a view of an object of JSON. */
export interface CelMap {
  readonly kind: 'map';
  readonly size: number;
  /** The value of a key; an error if the map cannot have such a key; undefined if there is none. */
  find(key: CelValue): CelValue | undefined;
  /** All keys. */
  keys(): readonly CelValue[];
  /** Of JSON: itself, of a literal nothing. */
  readonly json?: JsonObject;
  /** Of a view: the same map without its schema. */
  native?(): CelMap;
  /** Of a map that grows in a loop: adds an entry. */
  insert?(key: CelValue, value: CelValue): void;
  /** Where equality of maps is not that of their entries: whether this map is equal to another value. */
  equals?(other: CelValue): boolean | CelError;
}

/**
 * A value of CEL. An integer is a number while it is exact, else a bigint; bytes are a `Uint8Array`; lists and maps are
 * views of JSON, or literals.
 */
export type CelValue =
  | boolean
  | number
  | bigint
  | string
  | null
  | Uint8Array
  | Double
  | Uint
  | CelDuration
  | CelTimestamp
  | CelOptional
  | CelTypeValue
  | CelList
  | CelMap
  | OpaqueValue
  | CelError;

/** A double of CEL. */
export function double(value: number): Double {
  return { kind: 'double', value };
}

/** An unsigned integer of CEL; `value` is in its range, and a bigint only if a number cannot be exact. */
export function uint(value: number | bigint): Uint {
  return { kind: 'uint', value };
}

/** An error with the words of cel-go or Kubernetes. */
export function celError(message: string): CelError {
  return { kind: 'error', message };
}

/** The type with a name, as a value. */
export function typeValue(name: string): CelTypeValue {
  return { kind: 'type', name };
}

/** `optional.none()`. */
export const optionalNone: CelOptional = { kind: 'optional' };

/** `optional.of(value)`. */
export function optionalOf(value: CelValue): CelOptional {
  return { kind: 'optional', value };
}

/** Whether a value is an error. */
export function isError(value: CelValue): value is CelError {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'error';
}

/** Whether a value is an integer (`int`, not `uint`). */
export function isInt(value: CelValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Whether a value has one of the kinds that are objects. */
export function isKind<K extends Boxed['kind']>(value: CelValue, kind: K): value is Extract<Boxed, { kind: K }> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === kind;
}

type Boxed = Extract<CelValue, { kind: string }>;

/** The error of a function that does not take such an argument: the argument, if it is an error itself. */
export function noSuchOverload(argument?: CelValue): CelError {
  return argument !== undefined && isError(argument) ? argument : celError('no such overload');
}

/** The name of the type of a value, as `type(value)` gives it. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    case 'string':
      return 'string';
    case 'object':
      if (value === null) return 'null_type';
      return value instanceof Uint8Array ? 'bytes' : boxedTypeName(value);
    default:
      // No value has another type in JavaScript.
      return 'error';
  }
}

function boxedTypeName(value: Boxed): string {
  switch (value.kind) {
    case 'duration':
      return 'google.protobuf.Duration';
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'optional':
      return 'optional_type';
    case 'opaque':
      return value.type;
    default:
      return value.kind;
  }
}
