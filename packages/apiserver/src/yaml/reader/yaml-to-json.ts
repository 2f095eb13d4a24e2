import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { compareUtf8, formatFloat, KEPT_JSON_DEPTH, quoteString, setOwn } from '@kb/apimachinery/codec';
import { YamlError } from './yaml-error.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Converts YAML values to JSON as Go does: keys become strings and are sorted, integers become numbers if those hold
 * them exactly, or if no int64 does. Maps are JavaScript Maps. Throws a {@link YamlError} for values that JSON does not
 * have (infinite numbers, and keys that are null, a list or a map), and for values that nest too deeply.
 */
export function jsonOfYaml(value: unknown): JsonValue {
  checkKeys(value, 0);
  return convert(value);
}

/** Checks all keys, before any value is converted. */
function checkKeys(value: unknown, depth: number): void {
  if (depth > KEPT_JSON_DEPTH) throw new YamlError('yaml: exceeded max depth of 10000');
  if (Array.isArray(value)) for (const item of value) checkKeys(item, depth + 1);
  if (!(value instanceof Map)) return;
  for (const [key, child] of value) {
    if (typeof key === 'object' && key !== null) throw new YamlError(`yaml: invalid map key: ${goSyntax(key)}`);
    if (key === null || key === undefined)
      throw new YamlError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${goSyntax(child)}`);
    checkKeys(child, depth + 1);
  }
}

function convert(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) || value < MIN_INT64 || value > MAX_INT64 ? Number(value) : value;
    case 'number':
      if (!Number.isFinite(value)) throw new YamlError(`json: unsupported value: ${formatFloat(value)}`);
      return value;
    case 'string':
    case 'boolean':
      return value;
    case 'object': {
      if (Array.isArray(value)) return value.map(convert);
      if (!(value instanceof Map)) return null;
      const entries = [...value].map(([key, child]): [string, unknown] => [keyText(key), child]);
      const object: JsonObject = {};
      for (const [key, child] of entries.sort(([a], [b]) => compareUtf8(a, b))) setOwn(object, key, convert(child));
      return object;
    }
    default:
      return null;
  }
}

/** Formats a key as Go does: floats as short as a float32 allows. */
function keyText(key: unknown): string {
  if (typeof key !== 'number') return String(key);
  if (Number.isNaN(key)) return '.nan';
  if (!Number.isFinite(Math.fround(key))) return key > 0 ? '.inf' : '-.inf';
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(key.toPrecision(digits));
    if (Math.fround(short) === Math.fround(key)) return formatFloat(short);
  }
  return formatFloat(Number(key.toPrecision(9)));
}

/** Formats a value as Go's `%#v` does. */
function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number') return formatFloat(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(inside).join(', ')}}`;
  if (!(value instanceof Map)) return typeof value === 'bigint' ? value.toString() : String(value === true);
  const entries = [...value].map(([key, child]) => `${inside(key)}:${inside(child)}`);
  return `map[interface {}]interface {}{${entries.sort(compareUtf8).join(', ')}}`;
}

function inside(value: unknown): string {
  return value === null || value === undefined ? 'interface {}(nil)' : goSyntax(value);
}
