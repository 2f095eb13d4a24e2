import { stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';
import { equalJson } from '../../json/equal-json.ts';

/**
 * Whether an enum allows a value; an empty enum allows every value. Never allows null, even if the list has
 * it.
 */
export function isInEnum(values: readonly JsonValue[], value: JsonValue): boolean {
  return values.length === 0 || (value !== null && values.some((allowed) => isEqual(value, allowed)));
}

/**
 * Upstream converts the value to the type of the allowed one before it compares: a number with a fraction equals the
 * integer that it truncates to.
 */
function isEqual(value: JsonValue, allowed: JsonValue): boolean {
  if (typeof value === 'number' && typeof allowed === 'number' && Number.isSafeInteger(allowed))
    return Math.trunc(value) === allowed;
  return equalJson(value, allowed);
}

/** Formats an enum value for messages: strings as they are, other values as JSON. */
export function formatEnumValue(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value, { sortKeys: true, escapeHtml: true });
}
