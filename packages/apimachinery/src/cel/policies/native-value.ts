import type { JsonObject, JsonValue } from '../../json.ts';
import { setOwn } from '../../codec/own-property.ts';
import { entriesOf } from '../values/map.ts';
import { elementsOf } from '../values/list.ts';
import { type CelValue, isInt, isKind } from '../values/value.ts';
import { convert } from '../values/convert.ts';
import { goTypeOfNative } from './go-native-type.ts';
import { isMadeObject, type MadeObject } from './patch-types.ts';

/** Why a value that an expression gave cannot become JSON, in the words of kube-apiserver. */
export class NativeError extends Error {
  override readonly name = 'NativeError';
}

/** The JSON of an object that an expression has made, for an apply configuration. */
export function jsonOfMade({ fields }: MadeObject): JsonObject {
  const json: JsonObject = {};
  for (const [name, value] of fields) setOwn(json, name, fieldJson(value));
  return json;
}

/** In a field, Go converts the elements of a list and the values of a map, and nothing inside of those. */
function fieldJson(value: CelValue): JsonValue {
  if (isKind(value, 'list')) return value.json ?? elementsOf(value).map(plainJson);
  if (isKind(value, 'map')) return value.json ?? mapJson(value, plainJson);
  return plainJson(value);
}

function mapJson(value: CelValue, convert: (value: CelValue) => JsonValue): JsonObject {
  const json: JsonObject = {};
  for (const [key, entry] of isKind(value, 'map') ? entriesOf(value) : []) {
    if (typeof key !== 'string') throw new NativeError(`map key is of type ${goTypeOfNative(key)}, not string`);
    setOwn(json, key, convert(entry));
  }
  return json;
}

function plainJson(value: CelValue): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || isInt(value)) return value;
  if (isMadeObject(value)) return jsonOfMade(value);
  if (isKind(value, 'double') || isKind(value, 'uint')) return value.value;
  if ((isKind(value, 'list') || isKind(value, 'map')) && value.json !== undefined) return value.json;
  throw new NativeError(`unsupported value of type ${goTypeOfNative(value)}`);
}

const EXACT = 2 ** 53 - 1;

/** The JSON of a value of a JSON patch, as protobuf has it: integers that a double cannot hold become texts. */
export function nativeJson(value: CelValue): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (isInt(value)) return integerJson(value);
  if (value instanceof Uint8Array) return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(''));
  switch (value.kind) {
    case 'double':
      return value.value;
    case 'uint':
      return integerJson(value.value);
    case 'duration':
    case 'timestamp':
      return plainJson(convert(value, 'string'));
    case 'list':
      return elementsOf(value).map(nativeJson);
    case 'map':
      return mapJson(value, nativeJson);
    case 'optional':
      return value.value === undefined ? null : nativeJson(value.value);
    case 'opaque':
      if (isMadeObject(value)) return jsonOfMade(value);
      break;
    default:
  }
  throw new NativeError(
    `JSONPath valueExpression evaluated to a type that could not marshal to JSON: unsupported type ${goTypeOfNative(value)}`,
  );
}

function integerJson(value: number | bigint): JsonValue {
  return value > EXACT || value < -EXACT ? String(value) : Number(value);
}

/** The mistakes of objects inside of an object that do not have the types of their fields. */
export function wrongTypeNames(value: MadeObject): string[] {
  return namesIn(value, value.type);
}

function namesIn(value: CelValue, expected: string): string[] {
  if (isMadeObject(value)) {
    const own =
      value.type === expected
        ? []
        : [
            `unexpected type name "${value.type}", expected "${expected}", which matches field name path from root Object type`,
          ];
    return [...own, ...[...value.fields].flatMap(([name, field]) => namesIn(field, `${expected}.${name}`))];
  }
  if (isKind(value, 'list') && value.json === undefined)
    return elementsOf(value).flatMap((element) => namesIn(element, expected));
  if (isKind(value, 'map') && value.json === undefined)
    return entriesOf(value).flatMap(([, entry]) => namesIn(entry, expected));
  return [];
}
