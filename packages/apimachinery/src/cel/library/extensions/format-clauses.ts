import { formatFloat, quoteString } from '../../../codec/go-format.ts';
import { compareUtf8 } from '../../../codec/stringify-json.ts';
import { convert } from '../../values/convert.ts';
import { elementsOf } from '../../values/list.ts';
import { type CelList, type CelMap, type CelValue, isError, isInt, isKind, typeNameOf } from '../../values/value.ts';
import { toExponentialExactly, toFixedExactly } from './exact-decimal.ts';

/** Why a value cannot be formatted. It does not leave this folder. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

/** The error of a clause that does not take values of a type. */
function refusal(takes: string, value: CelValue): FormatError {
  return new FormatError(`${takes}, was given ${typeNameOf(value)}`);
}

const textTakes =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and ' +
  'timestamps';

/** `%s` */
export function formatText(value: CelValue): string {
  if (isKind(value, 'list')) return formatList(value);
  if (isKind(value, 'map')) return formatMap(value);
  if (value === null) return 'null';
  if (isKind(value, 'opaque') || isKind(value, 'optional')) throw refusal(textTakes, value);
  const text = convert(value, 'string');
  if (typeof text === 'string') return text;
  throw new FormatError(`could not convert argument ${quoteString(isError(text) ? text.message : '')} to string`);
}

function formatList(list: CelList): string {
  return `[${elementsOf(list).map(formatInside).join(', ')}]`;
}

function formatMap(map: CelMap): string {
  const entries = map.keys().map((key) => {
    if (typeof key === 'object' && !isKind(key, 'uint'))
      throw new FormatError(`no formatting function for map key of type ${typeNameOf(key)}`);
    return [formatInside(key), formatInside(map.find(key) ?? null)] as const;
  });
  const sorted = entries.toSorted(([a], [b]) => compareUtf8(a, b));
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** A value in a list or map. */
function formatInside(value: CelValue): string {
  if (typeof value === 'string') return quoteString(value);
  if (value instanceof Uint8Array) return `b${quoteString(formatText(value))}`;
  if (isKind(value, 'timestamp')) return `timestamp(${quoteString(formatText(value))})`;
  if (isKind(value, 'duration')) return `duration(${quoteString(formatText(value))})`;
  if (isKind(value, 'opaque') || isKind(value, 'optional'))
    throw new FormatError(`no formatting function for ${typeNameOf(value)}`);
  if (!isKind(value, 'double')) return formatText(value);
  if (!Number.isFinite(value.value)) return `"${formatFloat(value.value)}"`;
  return `${isNegative(value.value) ? '-' : ''}${toFixedExactly(value.value, 6)}`;
}

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);

/** `%d` */
export function formatDecimal(value: CelValue): string {
  if (isInt(value)) return String(value);
  if (isKind(value, 'uint')) return String(value.value);
  throw refusal('decimal clause can only be used on integers', value);
}

/** The double of a clause of doubles, which takes three texts too. */
function doubleOf(value: CelValue, clause: string): number {
  if (isKind(value, 'double')) return value.value;
  if (value === 'NaN') return NaN;
  if (value === 'Infinity') return Infinity;
  if (value === '-Infinity') return -Infinity;
  throw refusal(`${clause} clause can only be used on doubles`, value);
}

const DEFAULT_PRECISION = 6;

/** `%f`, as golang.org/x/text writes numbers in English. It keeps 8 bits of the precision. */
export function formatFixed(value: CelValue, precision: number = DEFAULT_PRECISION): string {
  const number = doubleOf(value, 'fixed-point');
  if (!Number.isFinite(number)) return formatInfinite(number);
  const [whole = '', fraction] = toFixedExactly(number, precision % 256).split('.');
  const grouped = inGroups(whole);
  return `${number < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Digits in groups of three. */
function inGroups(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function formatInfinite(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  return number < 0 ? '-∞' : '∞';
}

/**
 * `%e`, as golang.org/x/text writes numbers in English. cel-go gives it the precision as the width,
 * of which it keeps 16 bits. */
export function formatScientific(value: CelValue, precision: number = DEFAULT_PRECISION): string {
  const number = doubleOf(value, 'scientific');
  const text = Number.isFinite(number) ? withExponent(number) : formatInfinite(number);
  return text.padStart(precision % 65_536);
}

function withExponent(number: number): string {
  const [mantissa, exponent] = toExponentialExactly(Math.abs(number), DEFAULT_PRECISION);
  const digits = String(Math.abs(exponent)).padStart(2, '0');
  const raised = Array.from(digits, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))).join('');
  return `${number < 0 ? '-' : ''}${mantissa}×10${exponent < 0 ? '⁻' : ''}${raised}`;
}

/** `%b` */
export function formatBinary(value: CelValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return inBase(value, 2) ?? refuse('only integers and bools can be formatted as binary', value);
}

/** `%o` */
export function formatOctal(value: CelValue): string {
  return inBase(value, 8) ?? refuse('octal clause can only be used on integers', value);
}

/** `%x` */
export function formatHex(value: CelValue): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (bytes instanceof Uint8Array) return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return inBase(value, 16) ?? refuse('only integers, byte buffers, and strings can be formatted as hex', value);
}

function refuse(takes: string, value: CelValue): never {
  throw refusal(takes, value);
}

function inBase(value: CelValue, base: number): string | undefined {
  if (isInt(value)) return value.toString(base);
  return isKind(value, 'uint') ? value.value.toString(base) : undefined;
}
