import type { JsonValue } from '../json.ts';
import { stringifyJson } from './stringify-json.ts';

/** A string in double quotes as Go's strconv.Quote writes it: what messages of the API server hold. */
export function quoteString(text: string): string {
  let quoted = '"';
  for (const char of text) {
    const escape = shortEscapes.get(char);
    if (escape !== undefined) quoted += escape;
    else if (PRINTABLE.test(char)) quoted += char;
    else quoted += escapeCodePoint(char.codePointAt(0) ?? 0);
  }
  return `${quoted}"`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the plain space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function escapeCodePoint(code: number): string {
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  // A lone surrogate cannot be in a Go string: it would have been replaced when the text was decoded.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** A number as Go's `%v` prints it: integers plain, floats shortest with an exponent from 1e+06 and below 1e-04 on. */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  return Number.isSafeInteger(value) ? (value === 0 ? '0' : String(value)) : formatFloat(value);
}

/** A number as Go's `%v` prints a float64, also when it is a whole one: `1e+06`. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/**
 * A value as apimachinery's field.Error prints it: strings quoted, numbers and booleans plain, the rest as compact JSON
 * with sorted keys.
 */
export function formatFieldValue(value: JsonValue): string {
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value);
  if (typeof value === 'boolean') return String(value);
  return stringifyJson(value, { sortKeys: true, escapeHtml: true });
}
