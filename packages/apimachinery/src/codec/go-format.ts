import type { JsonValue } from '../json.ts';
import { stringifyJson } from './stringify-json.ts';

/** Quotes a string as Go's strconv.Quote does, for messages of the API server. */
export function quoteString(text: string): string {
  return `"${text.replaceAll(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escapeCharacter)}"`;
}

function escapeCharacter(char: string): string {
  return shortEscapes.get(char) ?? escapeCodePoint(char.codePointAt(0) ?? 0);
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

/** Go's unicode.IsPrint of a character: letters, marks, numbers, punctuation, symbols and the plain space. */
export function isPrint(char: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char);
}

function escapeCodePoint(code: number): string {
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  // A Go string cannot contain a lone surrogate: decoding would have replaced it.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/**
 * Formats a number as Go's `%v` does: integers plain, floats in the shortest form, with an exponent from 1e+06 on and
 * below 1e-04.
 */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  return Number.isSafeInteger(value) ? (value === 0 ? '0' : String(value)) : formatFloat(value);
}

/** Formats a number as Go's `%v` formats a float64, including whole numbers: `1e+06`. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/**
 * Formats a value as apimachinery's field.Error does: strings quoted, numbers and booleans plain, everything else as
 * compact JSON with sorted keys.
 */
export function formatFieldValue(value: JsonValue): string {
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value);
  if (typeof value === 'boolean') return String(value);
  return stringifyJson(value, { sortKeys: true, escapeHtml: true });
}
