import { quoteString } from '../../codec/go-format.ts';
import { stringifyJson } from '../../codec/stringify-json.ts';
import { type FieldError, fieldNotSupported } from '../../field-error.ts';
import type { JsonValue } from '../../json.ts';
import { equalJson } from '../../json/equal-json.ts';
import { isInt64, storedInteger, toInt64 } from './int64.ts';

/** What messages and comparisons need of an enum; made once, because an enum and the values may be many. */
interface EnumFacts {
  readonly texts: ReadonlySet<JsonValue>;
  /** The list of supported values in messages. */
  readonly supported: string;
}

const known = new WeakMap<readonly JsonValue[], EnumFacts>();

function factsOf(values: readonly JsonValue[]): EnumFacts {
  let facts = known.get(values);
  if (facts === undefined) {
    facts = {
      texts: new Set(values.filter((value) => typeof value === 'string')),
      supported: values.map((value) => quoteString(formatEnumValue(value))).join(', '),
    };
    known.set(values, facts);
  }
  return facts;
}

/** The error of a value that an enum does not allow. */
export function notInEnum(field: string, value: JsonValue, values: readonly JsonValue[]): FieldError {
  const { message } = fieldNotSupported(field, value, []);
  return {
    type: 'FieldValueNotSupported',
    field,
    message: `${message}: supported values: ${factsOf(values).supported}`,
  };
}

/**
 * Whether an enum allows a value; an empty enum allows every value. Never allows null, even if the list has
 * it.
 */
export function isInEnum(values: readonly JsonValue[], value: JsonValue): boolean {
  if (values.length === 0) return true;
  if (typeof value === 'string') return factsOf(values).texts.has(value);
  return value !== null && values.some((allowed) => isEqual(value, allowed));
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
function formatEnumValue(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value, { sortKeys: true, escapeHtml: true });
}
