import { quoteString } from '../../codec/go-format.ts';
import type { JsonValue } from '../../json.ts';
import { isInt64 } from '../../schema/validate/int64.ts';
import { parseDurationNanoseconds } from '../../time/duration.ts';
import { durationOf, parseTimestamp } from '../values/time.ts';
import { type CelValue, celError, double } from '../values/value.ts';
import { timeError } from './time-error.ts';
import { spend } from '../values/work.ts';

/** The name of the type that Go gives to a value of JSON. */
export function goTypeOfJson(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (typeof value === 'object') return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return isInt64(value) ? 'int64' : 'float64';
}

/** Whether Go holds a value of JSON as an integer: larger ones are floats. */
export function isInteger(value: JsonValue): value is number | bigint {
  return (typeof value === 'number' || typeof value === 'bigint') && isInt64(value);
}

/** A value whose schema has the type `integer`. */
export function integerView(value: JsonValue): CelValue {
  return isInteger(value) ? value : celError(`invalid data, expected int, got ${goTypeOfJson(value)}`);
}

/** A value whose schema has the type `number`. */
export function numberView(value: JsonValue): CelValue {
  if (typeof value === 'number' || typeof value === 'bigint') return double(Number(value));
  return celError(`invalid data, expected float, got ${goTypeOfJson(value)}`);
}

/** A value whose schema has the type `string`: some formats have types of their own. */
export function textView(value: JsonValue, format: string | undefined): CelValue {
  if (typeof value !== 'string') return celError(`invalid data, expected string, got ${goTypeOfJson(value)}`);
  switch (format) {
    case 'duration':
      return durationView(value);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value)
        ? timeView(`${value}T00:00:00Z`, value, 'date')
        : timeView('', value, 'date');
    case 'date-time':
      // Kubernetes takes nothing for the first second of Unix' time.
      if (value === '') return timeView('1970-01-01T00:00:00Z', value, 'date-time');
      return timeView(/[Zz]$|[-+]\d\d:\d\d$/.test(value) ? value : `${value}Z`, value, 'date-time');
    case 'byte':
      return bytesView(value);
    default:
      return value;
  }
}

function timeView(text: string, value: string, format: 'date' | 'date-time'): CelValue {
  const time = parseTimestamp(text);
  if (time !== undefined) return time;
  return celError(`Invalid ${format} formatted string ${value}: ${timeError(value, format)}`);
}

/** The nanoseconds of the units that a duration may have besides those of Go, by the start of their name. */
const units: readonly (readonly [prefix: RegExp, nanoseconds: bigint])[] = [
  [/^(?:ns$|nano)/i, 1n],
  [/^(?:us$|µs$|micro)/i, 1000n],
  [/^(?:ms$|milli)/i, 1_000_000n],
  [/^(?:s$|sec)/i, 1_000_000_000n],
  [/^(?:m$|min)/i, 60_000_000_000n],
  [/^(?:h$|hr$|hour)/i, 3_600_000_000_000n],
  [/^(?:d$|day)/i, 86_400_000_000_000n],
  [/^(?:w$|wk$|week)/i, 604_800_000_000_000n],
];

function durationView(text: string): CelValue {
  const known = parseDurationNanoseconds(text);
  if (known !== undefined) return durationOf(known);
  let total: bigint | undefined;
  let digits = '';
  for (const part of text.match(/\d+|\s+|[A-Za-zµ]+|[^\dA-Za-zµ\s]/g) ?? []) {
    if (/^\d/.test(part)) digits = part;
    else if (/^\s/.test(part)) continue;
    else {
      const factor = digits === '' ? undefined : units.find(([prefix]) => prefix.test(part))?.[1];
      if (digits.length > 19)
        return celError(`Invalid duration ${text}: strconv.Atoi: parsing ${quoteString(digits)}: value out of range`);
      if (factor !== undefined) total = BigInt.asIntN(64, (total ?? 0n) + BigInt(digits) * factor);
      digits = '';
    }
  }
  if (total !== undefined) return durationOf(total);
  return celError(`Invalid duration ${text}: unable to parse ${text} as duration`);
}

/** The nanoseconds that a character of Base64 takes. */
const BYTE_WORK = 40;

/** Kubernetes reads the alphabet for URLs only. */
function bytesView(text: string): CelValue {
  spend(text.length * BYTE_WORK);
  const plain = text.replace(/[\r\n]/g, '');
  const wrong = /[^\w-]/.exec(plain.replace(/={1,2}$/, ''));
  const isWhole = plain.length % 4 === 0;
  if (wrong !== null || !isWhole) {
    const at = wrong?.index ?? plain.length - (plain.length % 4);
    return celError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
  }
  const bits = atob(plain.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bits, (byte) => byte.charCodeAt(0));
}
