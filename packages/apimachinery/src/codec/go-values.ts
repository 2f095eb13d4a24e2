import { formatNumber, quoteString } from './go-format.ts';
import { compareUtf8 } from './stringify-json.ts';
import type { JsonValue } from '../json.ts';

/** A decoded JSON value as Go's `%v` prints it: `map[a:1 b:[x y]]`. */
export function formatGoValue(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(' ')}]`;
  if (typeof value === 'object') {
    return `map[${sortedEntries(value)
      .map(([name, item]) => `${name}:${formatGoValue(item)}`)
      .join(' ')}]`;
  }
  return typeof value === 'number' ? formatNumber(value) : String(value);
}

/**
 * A decoded JSON value as Go's `%s` prints it, which is for texts: `%!s(int64=5)`, `%!s(<nil>)`,
 * `map[a:%!s(bool=true)]`.
 */
export function formatGoText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '%!s(<nil>)';
  if (Array.isArray(value)) return `[${value.map(formatGoText).join(' ')}]`;
  if (typeof value === 'object') {
    return `map[${sortedEntries(value)
      .map(([name, item]) => `${name}:${formatGoText(item)}`)
      .join(' ')}]`;
  }
  return `%!s(${goTypeName(value)}=${formatGoValue(value)})`;
}

/** A decoded JSON value as Go's `%#v` prints it: `map[string]interface {}{"a":1}`. */
export function formatGoSyntax(value: JsonValue): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return quoteString(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(formatGoSyntax).join(', ')}}`;
  if (typeof value === 'object') {
    return `map[string]interface {}{${sortedEntries(value)
      .map(([name, item]) => `${quoteString(name)}:${formatGoSyntax(item)}`)
      .join(', ')}}`;
  }
  return typeof value === 'number' ? formatNumber(value) : String(value);
}

/** The Go type of a decoded JSON value, as `%T` prints it. */
export function goTypeName(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'object':
      return 'map[string]interface {}';
    default:
      return Number.isSafeInteger(value) || typeof value !== 'number' ? 'int64' : 'float64';
  }
}

function sortedEntries(object: { readonly [key: string]: JsonValue }): [string, JsonValue][] {
  return Object.entries(object).sort(([a], [b]) => compareUtf8(a, b));
}
