import {
  addIntegers,
  divideIntegers,
  intRange,
  type Integer,
  moduloIntegers,
  multiplyIntegers,
  negateInteger,
  subtractIntegers,
  uintRange,
} from '../../values/integer.ts';
import { concatenate } from '../../values/list.ts';
import { addToTimestamp, durationBetween, durationOf } from '../../values/time.ts';
import {
  type CelError,
  type CelValue,
  celError,
  double,
  isInt,
  isKind,
  noSuchOverload,
  uint,
} from '../../values/value.ts';
import { type CallResult, forAll, type FunctionTable } from '../overloads/implementation.ts';

type OnIntegers = (a: Integer, b: Integer, range: typeof intRange) => Integer | CelError;

/** What an operator gives for two integers or doubles; undefined if the first argument is neither. */
function onNumbers(
  a: CelValue,
  b: CelValue,
  onIntegers: OnIntegers,
  onDoubles?: (a: number, b: number) => number,
): CallResult {
  if (isInt(a)) return isInt(b) ? onIntegers(a, b, intRange) : noSuchOverload(b);
  if (isKind(a, 'uint')) {
    if (!isKind(b, 'uint')) return noSuchOverload(b);
    const value = onIntegers(a.value, b.value, uintRange);
    return typeof value === 'object' ? value : uint(value);
  }
  if (onDoubles === undefined || !isKind(a, 'double')) return undefined;
  return isKind(b, 'double') ? double(onDoubles(a.value, b.value)) : noSuchOverload(b);
}

/** `a + b`; undefined if values of the type of `a` cannot be added to. */
export function add(a: CelValue, b: CelValue): CallResult {
  if (typeof a === 'string') return typeof b === 'string' ? a + b : noSuchOverload(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? joinBytes(a, b) : noSuchOverload(b);
  if (isKind(a, 'list')) return isKind(b, 'list') ? concatenate(a, b) : noSuchOverload(b);
  if (isKind(a, 'duration')) {
    if (isKind(b, 'duration')) return durationOf(a.nanoseconds + b.nanoseconds);
    return isKind(b, 'timestamp') ? addToTimestamp(b, a.nanoseconds) : noSuchOverload(b);
  }
  if (isKind(a, 'timestamp')) return isKind(b, 'duration') ? addToTimestamp(a, b.nanoseconds) : noSuchOverload(b);
  return onNumbers(a, b, addIntegers, (x, y) => x + y);
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function subtract(a: CelValue, b: CelValue): CallResult {
  if (isKind(a, 'duration')) {
    return isKind(b, 'duration') ? durationOf(a.nanoseconds - b.nanoseconds) : noSuchOverload(b);
  }
  if (isKind(a, 'timestamp')) {
    if (isKind(b, 'timestamp')) return durationBetween(b, a);
    if (!isKind(b, 'duration')) return noSuchOverload(b);
    // Go negates the duration first, which the least one does not survive.
    const negated = durationOf(-b.nanoseconds);
    return negated.kind === 'error' ? negated : addToTimestamp(a, negated.nanoseconds);
  }
  return onNumbers(a, b, subtractIntegers, (x, y) => x - y);
}

function multiply(a: CelValue, b: CelValue): CallResult {
  return onNumbers(a, b, multiplyIntegers, (x, y) => x * y);
}

function divide(a: CelValue, b: CelValue): CallResult {
  return onNumbers(a, b, divideIntegers, (x, y) => x / y);
}

function modulo(a: CelValue, b: CelValue): CallResult {
  return onNumbers(a, b, moduloIntegers);
}

function negate(a: CelValue): CallResult {
  if (isInt(a)) return negateInteger(a);
  if (isKind(a, 'double')) return double(-a.value);
  if (isKind(a, 'duration')) return durationOf(-a.nanoseconds);
  return typeof a === 'boolean' ? celError('no such overload') : undefined;
}

/** `+`, `-`, `*`, `/` and `%`. */
export const arithmetic: FunctionTable = {
  ...forAll(
    [
      'add_bytes',
      'add_double',
      'add_duration_duration',
      'add_duration_timestamp',
      'add_timestamp_duration',
      'add_int64',
      'add_list',
      'add_string',
      'add_uint64',
    ],
    { arity: 2, call: add },
  ),
  ...forAll(
    [
      'subtract_double',
      'subtract_duration_duration',
      'subtract_int64',
      'subtract_timestamp_duration',
      'subtract_timestamp_timestamp',
      'subtract_uint64',
    ],
    { arity: 2, call: subtract },
  ),
  ...forAll(['multiply_double', 'multiply_int64', 'multiply_uint64'], { arity: 2, call: multiply }),
  ...forAll(['divide_double', 'divide_int64', 'divide_uint64'], { arity: 2, call: divide }),
  ...forAll(['modulo_int64', 'modulo_uint64'], { arity: 2, call: modulo }),
  ...forAll(['negate_double', 'negate_int64'], { arity: 1, call: negate }),
};
