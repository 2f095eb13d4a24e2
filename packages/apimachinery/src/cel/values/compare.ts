import { compareUtf8 } from '../../codec/stringify-json.ts';
import { compareTimestamps } from './time.ts';
import { type CelError, type CelValue, celError, isInt, isKind, noSuchOverload } from './value.ts';

const NOT_ORDERED = celError('NaN values cannot be ordered');

/** The order of two values: -1, 0, 1; an error if they have none. */
export function compare(a: CelValue, b: CelValue): number | CelError {
  if (typeof a === 'number' && typeof b === 'number') return order(a, b);
  if (typeof a === 'string') return typeof b === 'string' ? Math.sign(compareUtf8(a, b)) : noSuchOverload(b);
  if (isInt(a)) return compareInteger(a, b);
  if (isKind(a, 'uint')) return compareInteger(a.value, b);
  if (isKind(a, 'double')) return compareDouble(a.value, b);
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : noSuchOverload(b);
  if (isKind(a, 'duration')) return isKind(b, 'duration') ? order(a.nanoseconds, b.nanoseconds) : noSuchOverload(b);
  if (isKind(a, 'timestamp')) return isKind(b, 'timestamp') ? Math.sign(compareTimestamps(a, b)) : noSuchOverload(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? compareBytes(a, b) : noSuchOverload(b);
  return noSuchOverload(a);
}

/** Whether values of this type have an order. */
export function isComparable(value: CelValue): boolean {
  return (
    typeof value !== 'object' ||
    value instanceof Uint8Array ||
    isKind(value, 'double') ||
    isKind(value, 'uint') ||
    isKind(value, 'duration') ||
    isKind(value, 'timestamp')
  );
}

function order(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function compareInteger(a: number | bigint, b: CelValue): number | CelError {
  if (isInt(b)) return order(a, b);
  if (isKind(b, 'uint')) return order(a, b.value);
  if (!isKind(b, 'double')) return noSuchOverload(b);
  return Number.isNaN(b.value) ? NOT_ORDERED : order(Number(a), b.value);
}

/** cel-go compares a double with an integer as doubles: 2^53 + 1 is no more than 2^53. */
function compareDouble(a: number, b: CelValue): number | CelError {
  if (Number.isNaN(a)) return NOT_ORDERED;
  if (isInt(b)) return order(a, Number(b));
  if (isKind(b, 'uint')) return order(a, Number(b.value));
  if (!isKind(b, 'double')) return noSuchOverload(b);
  return Number.isNaN(b.value) ? NOT_ORDERED : order(a, b.value);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return order(a.length, b.length);
}
