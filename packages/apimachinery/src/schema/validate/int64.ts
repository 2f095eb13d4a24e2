export const MIN_INT64: bigint = -(2n ** 63n);
export const MAX_INT64: bigint = 2n ** 63n - 1n;

/**
 * Whether the API server holds a number as an integer of 64 bits: integer literals that fit. Everything else is a float
 * of 64 bits.
 */
export function isInt64(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** The whole part of a number as an integer of 64 bits: outside their range the smallest one, as Go on amd64. */
export function toInt64(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}

/**
 * The integer that Go reads from a number's digits; undefined with a fraction. The shortest digits of a float that Go
 * prints may be another integer: those of -2^63 are below an int64.
 */
export function wholeDigits(value: number | bigint): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (!Number.isInteger(value)) return undefined;
  const text = String(value);
  return BigInt(text.includes('e') ? value : text);
}

/** The integer of 64 bits as which a number is read again after it was stored; undefined if it is a float then. */
export function storedInteger(value: number | bigint): bigint | undefined {
  // Go writes larger numbers with an exponent.
  const digits = Math.abs(Number(value)) < 1e21 ? wholeDigits(value) : undefined;
  return digits !== undefined && digits >= MIN_INT64 && digits <= MAX_INT64 ? digits : undefined;
}
