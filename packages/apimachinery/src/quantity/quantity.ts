import type { Quantity } from '../object/scalars.ts';

/** The error for a text that is not a quantity. `message` is the API server's. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

/** The family of suffixes that a quantity is written in. */
export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent';

/** A parsed quantity: exactly `unscaled / 10 ** scale`. */
export interface ParsedQuantity {
  readonly unscaled: bigint;
  /** The number of digits after the decimal point, from 0 to 9, because a nano is the smallest unit. */
  readonly scale: number;
  readonly format: QuantityFormat;
}

const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const decimalSuffix: ReadonlyMap<number, string> = new Map(
  [...decimalSuffixes].map(([suffix, exponent]) => [exponent, suffix]),
);
const NANO = 9;
/**
 * The largest exponent. A quantity with a larger one is rejected before a number with that many digits is created.
 * Upstream rounds such values, which have no practical use.
 */
const MAX_EXPONENT = 1000;
const MAX_BINARY = 2n ** 63n - 1n;

/**
 * Reads a quantity as apimachinery's resource.Quantity does: `100m`, `1.5Gi`, `2`, `1e3`. Fractions of a nano are
 * rounded away from zero. Throws a {@link QuantityError}.
 */
export function parseQuantity(quantity: Quantity): ParsedQuantity {
  const text = String(quantity);
  const match = /^([+-]?)([0-9]*)(?:(\.)([0-9]*))?((?:[eEinumkKMGTP]+[-+]?|[-+])[0-9]*)?$/.exec(text);
  if (match === null || text === '') {
    throw new QuantityError(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
  const [, sign, whole = '', , fraction = '', suffix = ''] = match;
  const { factor, exponent, format } = readSuffix(suffix);
  // Upstream reads a suffix without a number as zero, in its fast path.
  if (whole === '' && fraction === '' && (factor >= 1024n ** 5n || exponent < -NANO))
    throw new QuantityError('unable to parse numeric part of quantity');
  const digits = BigInt(`${whole}${fraction}`) * factor;
  const magnitude = roundUp(digits, fraction.length - exponent);
  const capped =
    format === 'BinarySI' && isAbove(magnitude, MAX_BINARY) ? { unscaled: MAX_BINARY, scale: 0 } : magnitude;
  const unscaled = sign === '-' ? -capped.unscaled : capped.unscaled;
  const isFraction = capped.unscaled > 0n && capped.unscaled < 10n ** BigInt(capped.scale);
  return { unscaled, scale: capped.scale, format: format === 'BinarySI' && isFraction ? 'DecimalSI' : format };
}

function readSuffix(suffix: string): {
  readonly factor: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
} {
  const binary = binarySuffixes.indexOf(suffix);
  if (binary > 0) return { factor: 1024n ** BigInt(binary), exponent: 0, format: 'BinarySI' };
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { factor: 1n, exponent: decimal, format: 'DecimalSI' };
  const [, scientific] = /^[eE]([-+]?[0-9]+)$/.exec(suffix) ?? [];
  const exponent = Number(scientific);
  if (scientific === undefined || Math.abs(exponent) > MAX_EXPONENT)
    throw new QuantityError("unable to parse quantity's suffix");
  return { factor: 1n, exponent, format: 'DecimalExponent' };
}

interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** `digits / 10 ** scale` with a scale from 0 to 9; rounds up smaller fractions. */
function roundUp(digits: bigint, scale: number): Decimal {
  if (scale < 0) return { unscaled: digits * 10n ** BigInt(-scale), scale: 0 };
  if (scale <= NANO) return { unscaled: digits, scale };
  const divisor = 10n ** BigInt(scale - NANO);
  return { unscaled: (digits + divisor - 1n) / divisor, scale: NANO };
}

const isAbove = (decimal: Decimal, limit: bigint): boolean => decimal.unscaled > limit * 10n ** BigInt(decimal.scale);

/** Compares two quantities by value: negative, zero or positive. Throws a {@link QuantityError}. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const [left, right] = align(parseQuantity(a), parseQuantity(b));
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The sum of quantities, in the form that the API server writes, with the suffixes of the first one that is not zero.
 * Throws a {@link QuantityError}.
 */
export function addQuantities(...quantities: readonly Quantity[]): string {
  const parsed = quantities.map(parseQuantity);
  const scale = Math.max(0, ...parsed.map((quantity) => quantity.scale));
  const unscaled = parsed.reduce(
    (sum, quantity) => sum + quantity.unscaled * 10n ** BigInt(scale - quantity.scale),
    0n,
  );
  const format = (parsed.find((quantity) => quantity.unscaled !== 0n) ?? parsed[0])?.format ?? 'DecimalSI';
  return formatQuantity({ unscaled, scale, format });
}

function align(a: ParsedQuantity, b: ParsedQuantity): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.unscaled * 10n ** BigInt(scale - a.scale), b.unscaled * 10n ** BigInt(scale - b.scale)];
}

/** A quantity as a number, rounded to the nearest one. Throws a {@link QuantityError}. */
export function quantityToNumber(quantity: Quantity): number {
  const { unscaled, scale } = parseQuantity(quantity);
  return Number(unscaled) / 10 ** scale;
}

/**
 * A quantity in the form that the API server writes: `1000m` is `1`, `0.5Gi` is `512Mi`, `1024Ki` is `1Mi`, `1.5` is
 * `1500m`. Throws a {@link QuantityError}.
 */
export function canonicalQuantity(quantity: Quantity): string {
  return formatQuantity(parseQuantity(quantity));
}

/** Formats a parsed quantity: without a fraction, with the largest suffix that loses no precision. */
export function formatQuantity({ unscaled, scale, format }: ParsedQuantity): string {
  if (unscaled === 0n) return '0';
  if (format === 'BinarySI') {
    const unit = 10n ** BigInt(scale);
    const isSmall = unscaled > -1024n * unit && unscaled < 1024n * unit;
    if (!isSmall && unscaled % unit === 0n) return formatBinary(unscaled / unit);
  }
  return formatDecimal(unscaled, scale, format === 'DecimalExponent');
}

function formatBinary(value: bigint): string {
  let power = 0;
  let rest = value;
  while (rest % 1024n === 0n && power < binarySuffixes.length - 1) {
    rest /= 1024n;
    power += 1;
  }
  return `${rest}${binarySuffixes[power] ?? ''}`;
}

function formatDecimal(unscaled: bigint, scale: number, withExponent: boolean): string {
  const digits = unscaled.toString();
  let zeros = 0;
  while (digits[digits.length - 1 - zeros] === '0') zeros += 1;
  let exponent = zeros - scale;
  let rest = BigInt(digits.slice(0, digits.length - zeros));
  // Exponents are multiples of three.
  while (exponent % 3 !== 0) {
    rest *= 10n;
    exponent -= 1;
  }
  const suffix = withExponent ? undefined : decimalSuffix.get(exponent);
  if (exponent === 0) return rest.toString();
  return suffix === undefined ? `${rest}e${exponent}` : `${rest}${suffix}`;
}
