import { elementsOf, listOf } from '../../values/list.ts';
import { entriesOf, mapOf } from '../../values/map.ts';
import { printValue } from '../../values/print-value.ts';
import {
  celError,
  type CelList,
  type CelMap,
  type CelOptional,
  type CelValue,
  isKind,
  optionalNone,
  optionalOf,
} from '../../values/value.ts';
import {
  binary,
  type FunctionTable,
  isAny,
  isList,
  isMap,
  nullary,
  ternary,
  unary,
} from '../overloads/implementation.ts';

const isOptional = (value: CelValue): value is CelOptional => isKind(value, 'optional');

const NO_VALUE = celError('optional.none() dereference');

/** Whether a value is the zero of its type: an empty text, list or map, 0, false, null. */
function isZero(value: CelValue): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false;
  if (value === null) return true;
  if (value instanceof Uint8Array) return value.length === 0;
  switch (value.kind) {
    case 'double':
    case 'uint':
      return value.value === 0;
    case 'duration':
      return value.nanoseconds === 0n;
    case 'timestamp':
      return value.seconds === -62_135_596_800 && value.nanos === 0;
    case 'list':
    case 'map':
      // A view of an object is never a zero, even an empty one.
      return value.size === 0 && value.equals === undefined;
    default:
      return false;
  }
}

function unwrap(list: CelList): CelValue {
  const values: CelValue[] = [];
  for (const element of elementsOf(list)) {
    if (!isOptional(element)) return celError(`value ${printValue(element)} is not optional`);
    if (element.value !== undefined) values.push(element.value);
  }
  return listOf(values);
}

/** A map with another entry, for comprehensions: a copy, unless it is one that grows in a loop. */
function insert(map: CelMap, key: CelValue, value: CelValue): CelValue {
  if (map.find(key) !== undefined) return celError(`insert failed: key ${printValue(key)} already exists`);
  if (map.insert === undefined) return mapOf([...entriesOf(map), [key, value]]);
  map.insert(key, value);
  return map;
}

function insertAll(map: CelMap, other: CelMap): CelValue {
  let all: CelValue = map;
  for (const [key, value] of entriesOf(other)) if (isMap(all)) all = insert(all, key, value);
  return all;
}

/**
 * The functions of optionals, and those of comprehensions that make maps. `or`, `orValue` and the optional indexes do
 * not evaluate all arguments: the evaluator has them.
 */
export const optionals: FunctionTable = {
  optional_none: nullary(() => optionalNone),
  optional_of: unary(isAny, optionalOf),
  optional_ofNonZeroValue: unary(isAny, (value) => (isZero(value) ? optionalNone : optionalOf(value))),
  optional_value: unary(isOptional, ({ value }) => value ?? (value === null ? null : NO_VALUE)),
  optional_hasValue: unary(isOptional, ({ value }) => value !== undefined),
  optional_unwrap: unary(isList, unwrap),
  optional_unwrapOpt: unary(isList, unwrap),
  list_first: unary(isList, (list) => (list.size === 0 ? optionalNone : optionalOf(list.get(0)))),
  list_last: unary(isList, (list) => (list.size === 0 ? optionalNone : optionalOf(list.get(list.size - 1)))),
  '@mapInsert_map_key_value': ternary(isMap, isAny, isAny, insert),
  '@mapInsert_map_map': binary(isMap, isMap, insertAll),
};
