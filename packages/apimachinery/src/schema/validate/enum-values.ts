import { stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';
import { equalJson } from '../../json/equal-json.ts';
import { isInt64, storedInteger, toInt64 } from './int64.ts';

/**
 * Whether an enum allows a value; an empty enum allows every value. Never allows null, even if the list has
 * it.
 */
export function isInEnum(values: readonly JsonValue[], value: JsonValue): boolean {
  return values.length === 0 || (value !== null && values.some((allowed) => isEqual(value, allowed)));
}

/**
 * Upstream converts the value to Go's type of the allowed one before it compares: a number with a fraction equals the
 * integer that it truncates to, and an integer equals the string of the character with this code.
 */
function isEqual(value: JsonValue, allowed: JsonValue): boolean {
  if (!isNumber(value)) return equalJson(value, allowed);
  if (typeof allowed === 'string') return isInt64(value) && characterOf(value) === allowed;
  if (!isNumber(allowed)) return false;
  const integer = storedInteger(allowed);
  return integer === undefined ? Number(value) === allowed : toInt64(value) === integer;
}

const isNumber = (value: JsonValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

function characterOf(code: number | bigint): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(Number(code)) : '\ufffd';
}

/** Formats an enum value for messages: strings as they are, other values as JSON. */
export function formatEnumValue(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value, { sortKeys: true, escapeHtml: true });
}
