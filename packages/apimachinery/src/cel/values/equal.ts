import { type CelError, type CelList, type CelMap, type CelValue, isError, isInt, isKind } from './value.ts';
import { ELEMENT_WORK } from './list.ts';
import { spend } from './work.ts';

/** Shorter texts are not worth counting. */
const SHORT = 100;

/** `a == b`, as the operator has it: null is equal to null only. */
export function equal(a: CelValue, b: CelValue): boolean | CelError {
  if (a === null || b === null) return a === b;
  return equalValues(a, b);
}

/** Whether a value is equal to another, as lists and maps compare what is in them. An error if `a` is one. */
export function equalValues(a: CelValue, b: CelValue): boolean | CelError {
  switch (typeof a) {
    case 'string':
      if (a.length > SHORT && typeof b === 'string' && a.length === b.length) spend(a.length / 8);
      return a === b;
    case 'boolean':
      return a === b;
    case 'number':
    case 'bigint':
      return equalNumbers(a, b);
    case 'object':
      if (a === null) return b === null;
      return a instanceof Uint8Array ? b instanceof Uint8Array && equalBytes(a, b) : equalObjects(a, b);
    default:
      // No value has another type in JavaScript.
      return false;
  }
}

function equalObjects(a: Exclude<CelValue & object, Uint8Array>, b: CelValue): boolean | CelError {
  switch (a.kind) {
    case 'double':
      return equalNumbers(a.value, b, true);
    case 'uint':
      return equalNumbers(a.value, b);
    case 'list':
      return a.equals === undefined ? isKind(b, 'list') && equalLists(a, b) : a.equals(b);
    case 'map':
      return a.equals === undefined ? isKind(b, 'map') && equalMaps(a, b) : a.equals(b);
    case 'duration':
      return isKind(b, 'duration') && a.nanoseconds === b.nanoseconds;
    case 'timestamp':
      return isKind(b, 'timestamp') && a.seconds === b.seconds && a.nanos === b.nanos;
    case 'type':
      return isKind(b, 'type') && a.name === b.name;
    case 'optional':
      if (!isKind(b, 'optional')) return false;
      if (a.value === undefined || b.value === undefined) return a.value === b.value;
      return equalValues(a.value, b.value);
    case 'opaque':
      return a.equals(b);
    case 'error':
      return a;
  }
}

function equalNumbers(a: number | bigint, b: CelValue, isDouble = false): boolean {
  if (isInt(b)) return isDouble ? equalToDouble(Number(a), b) : a === b;
  if (isKind(b, 'uint')) return isDouble ? equalToDouble(Number(a), b.value) : a === b.value;
  if (!isKind(b, 'double')) return false;
  return isDouble ? a === b.value : equalToDouble(b.value, a);
}

/** cel-go compares an integer with a double as doubles: 2^53 + 1 is equal to 2^53. */
function equalToDouble(a: number, b: number | bigint): boolean {
  return a === Number(b) && (typeof b === 'number' || (a <= 2 ** 64 && a >= -(2 ** 63)));
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Errors of elements do not make lists unequal, as in cel-go. */
function equalLists(a: CelList, b: CelList): boolean {
  if (a.size !== b.size) return false;
  spend(a.size * ELEMENT_WORK);
  for (let index = 0; index < a.size; index += 1) if (equal(a.get(index), b.get(index)) === false) return false;
  return true;
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  spend(a.size * ELEMENT_WORK);
  for (const key of a.keys()) {
    const other = b.find(key);
    if (other === undefined || equal(a.find(key) ?? null, other) === false) return false;
  }
  return true;
}

/** `value in list`. */
export function contains(list: CelList, value: CelValue): boolean | CelError {
  if (isError(value)) return value;
  if (list.contains !== undefined) return list.contains(value);
  spend(list.size * ELEMENT_WORK);
  for (let index = 0; index < list.size; index += 1) if (equalValues(value, list.get(index)) === true) return true;
  return false;
}
