import { type CelError, celError } from './value.ts';

/** An integer: a number while it is exact, else a bigint. */
export type Integer = number | bigint;

/** The integers of a type, and the error of those beyond. */
interface IntegerRange {
  readonly least: bigint;
  readonly most: bigint;
  readonly overflow: CelError;
}

/** The range of `int`. */
export const intRange: IntegerRange = {
  least: -(2n ** 63n),
  most: 2n ** 63n - 1n,
  overflow: celError('integer overflow'),
};
/** The range of `uint`. */
export const uintRange: IntegerRange = {
  least: 0n,
  most: 2n ** 64n - 1n,
  overflow: celError('unsigned integer overflow'),
};

/** The same integer as a number, if a number can be exact. */
export function integer(value: bigint): Integer {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** The integer, or the error of the range. */
function integerIn(value: bigint, range: IntegerRange): Integer | CelError {
  return value < range.least || value > range.most ? range.overflow : integer(value);
}

/** Whether a result of numbers is exact and in the range; all exact numbers are in that of `int`. */
const isExact = (value: number, range: IntegerRange): boolean =>
  Number.isSafeInteger(value) && (value >= 0 || range === intRange);

/** The sum. */
export function addIntegers(a: Integer, b: Integer, range: IntegerRange): Integer | CelError {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (isExact(sum, range)) return sum;
  }
  return integerIn(BigInt(a) + BigInt(b), range);
}

/** The difference. */
export function subtractIntegers(a: Integer, b: Integer, range: IntegerRange): Integer | CelError {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (isExact(difference, range)) return difference;
  }
  return integerIn(BigInt(a) - BigInt(b), range);
}

/** The product. */
export function multiplyIntegers(a: Integer, b: Integer, range: IntegerRange): Integer | CelError {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // Without a negative zero.
    if (isExact(product, range)) return product + 0;
  }
  return integerIn(BigInt(a) * BigInt(b), range);
}

const DIVISION_BY_ZERO = celError('division by zero');
const MODULUS_BY_ZERO = celError('modulus by zero');

/** The quotient, rounded towards zero. */
export function divideIntegers(a: Integer, b: Integer, range: IntegerRange): Integer | CelError {
  if (b === 0) return DIVISION_BY_ZERO;
  // Division of a multiple is exact, that of another number may be rounded to the next integer.
  if (typeof a === 'number' && typeof b === 'number') return (a - (a % b)) / b + 0;
  return integerIn(BigInt(a) / BigInt(b), range);
}

/** The remainder, with the sign of the dividend. */
export function moduloIntegers(a: Integer, b: Integer, range: IntegerRange): Integer | CelError {
  if (b === 0) return MODULUS_BY_ZERO;
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  if (b === -1 && BigInt(a) === intRange.least) return range.overflow;
  return integer(BigInt(a) % BigInt(b));
}

/** The negated `int`. */
export function negateInteger(a: Integer): Integer | CelError {
  if (typeof a === 'number') return 0 - a;
  return integerIn(-a, intRange);
}

/** The `int` or `uint` that a double is when its fraction is cut off. */
export function integerOfDouble(value: number, range: IntegerRange): Integer | CelError {
  // The least int is refused, as cel-go does.
  const isInRange = range === intRange ? value > -(2 ** 63) && value < 2 ** 63 : value >= 0 && value < 2 ** 64;
  if (!isInRange) return range.overflow;
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : BigInt(whole);
}

/** The `int` or `uint` that is equal to a double; undefined if there is none. */
export function exactIntegerOf(value: number, range: IntegerRange): Integer | undefined {
  const whole = integerOfDouble(value, range);
  return typeof whole !== 'object' && Number(whole) === value ? whole : undefined;
}
