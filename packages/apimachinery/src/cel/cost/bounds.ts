/** The least and the most that a size or a cost can be: integers of 64 bits without a sign, as cel-go has them. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** The largest integer of 64 bits without a sign. */
const MAX = 2n ** 64n - 1n;

/** What is known of nothing. */
export const unknownBounds: Bounds = { min: 0n, max: MAX };
export const zero: Bounds = { min: 0n, max: 0n };
export const exactlyOne: Bounds = { min: 1n, max: 1n };
/** What a union begins with: it changes nothing in another. */
export const noBounds: Bounds = { min: MAX, max: 0n };

/** Exactly a number, which wraps around at 2^64. */
export function exactly(value: number | bigint): Bounds {
  const wrapped = wrap(BigInt(value));
  return { min: wrapped, max: wrapped };
}

/** The integer that Go makes of a result that does not fit: its last 64 bits. */
export function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** The sum; at most the largest integer. */
export function add(...all: readonly Bounds[]): Bounds {
  let [min, max] = [0n, 0n];
  for (const each of all) {
    min += each.min;
    max += each.max;
  }
  return { min: saturate(min), max: saturate(max) };
}

/** The product; at most the largest integer. */
export function multiply(one: Bounds, other: Bounds): Bounds {
  return { min: saturate(one.min * other.min), max: saturate(one.max * other.max) };
}

/** The product with a factor, computed and rounded up as a double. */
export function scale({ min, max }: Bounds, factor: number): Bounds {
  const least = scaleOne(min, factor);
  return { min: least, max: min === max ? least : scaleOne(max, factor) };
}

function scaleOne(value: bigint, factor: number): bigint {
  const size = Number(value);
  if (size > 0 && factor > 0 && size > 2 ** 64 / factor) return MAX;
  const rounded = Math.ceil(size * factor);
  return rounded >= 2 ** 64 ? MAX : BigInt(rounded);
}

/** The bounds of what is one or the other. */
export function union(one: Bounds, other: Bounds): Bounds {
  return { min: other.min < one.min ? other.min : one.min, max: other.max > one.max ? other.max : one.max };
}

/** The integer that stands for one that is too large: the largest. */
export function saturate(value: bigint): bigint {
  return value > MAX ? MAX : value;
}
