import type { JsonValue } from '../../json.ts';
import { formatGoValue } from '../../codec/go-values.ts';
import { isInt64 } from '../../schema/validate/int64.ts';
import type { CelValue } from '../values/value.ts';
import { InternalError, spend } from '../values/work.ts';

/** The nanoseconds that it takes to make a key, at least. */
const KEY_WORK = 500;

/** What is done with a key. Go's words differ where it is looked up in a map that is empty. */
export type KeyUse = 'in a map' | 'in an empty map';

/** How a key is used in a map of this size. */
export function useIn({ size }: { readonly size: number }): KeyUse {
  return size === 0 ? 'in an empty map' : 'in a map';
}

/** A text that is the same for values that are the same key of a Go map. Their types count: 1 is not 1.0. */
export function keyOfJson(json: JsonValue, use: KeyUse = 'in a map'): string {
  if (json === null) return 'nil';
  if (Array.isArray(json)) throw unhashable('[]interface {}', use);
  if (typeof json === 'object') throw unhashable('map[string]interface {}', use);
  const key = `${typeOf(json)} ${String(json)}`;
  spend(KEY_WORK + key.length * 10);
  return key;
}

function typeOf(json: string | number | bigint | boolean): string {
  if (typeof json === 'string' || typeof json === 'boolean') return typeof json;
  return isInt64(json) ? 'int64' : 'float64';
}

/** The key of a value of CEL, by what it is in Go; undefined: it is the same as no other. */
export function keyOfValue(value: CelValue, use: KeyUse): string | undefined {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) throw unhashable('[]uint8', use);
  if (typeof value !== 'object') return keyOfJson(value, use);
  switch (value.kind) {
    case 'double':
      return Number.isNaN(value.value) ? undefined : `float64 ${value.value}`;
    case 'uint':
      return `uint64 ${value.value}`;
    case 'duration':
      return `duration ${value.nanoseconds}`;
    case 'timestamp':
      return `time ${value.seconds} ${value.nanos} ${value.offset}`;
    case 'type':
      return keyOfJson(value.name, use);
    case 'optional':
      return value.value === undefined ? 'nil' : keyOfValue(value.value, use);
    case 'list':
      throw unhashable(value.json === undefined ? '[]ref.Val' : '[]interface {}', use);
    case 'map':
      throw unhashable(value.json === undefined ? 'map[ref.Val]ref.Val' : 'map[string]interface {}', use);
    case 'opaque':
      return value.json === undefined ? undefined : keyOfJson(value.json, use);
    case 'error':
      return undefined;
  }
}

function unhashable(type: string, use: KeyUse): InternalError {
  const problem = use === 'in a map' ? 'runtime error: hash of unhashable type' : 'hash of unhashable type:';
  return new InternalError(`${problem} ${type}`, true);
}

/**
 * The key of an element of a list of the type `map`, by the names of its keys; undefined if it is not an object: it is
 * the same as no other then.
 */
export function keyOfElement(
  element: JsonValue | undefined,
  names: readonly string[],
  use: KeyUse = 'in a map',
): string | undefined {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined;
  const values = names.map((name) => (Object.hasOwn(element, name) ? (element[name] ?? null) : null));
  // Up to three are an array in Go; others are printed, without their types.
  if (values.length > 0 && values.length <= 3) return JSON.stringify(values.map((value) => keyOfJson(value, use)));
  const key = formatGoValue(values);
  spend(KEY_WORK + key.length * 10);
  return key;
}
