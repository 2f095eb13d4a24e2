import { compare, isComparable } from '../../values/compare.ts';
import { contains, equal } from '../../values/equal.ts';
import { indexOf } from '../../values/list-index.ts';
import { printValue } from '../../values/print-value.ts';
import { sizeOf } from '../../values/size.ts';
import {
  celError,
  type CelList,
  type CelMap,
  type CelValue,
  isError,
  isKind,
  noSuchOverload,
} from '../../values/value.ts';
import { type CallResult, forAll, type FunctionTable, type Implementation } from '../overloads/implementation.ts';

/** A comparison: what it says of the order. */
function comparison(holds: (order: number) => boolean): Implementation {
  return {
    arity: 2,
    call: (a, b) => {
      if (!isComparable(a)) return undefined;
      const order = compare(a, b);
      return typeof order === 'number' ? holds(order) : order;
    },
  };
}

const numbers = ['int64', 'uint64', 'double'];
const comparedTypes = [
  ...numbers.flatMap((type) => [type, ...numbers.filter((other) => other !== type).map((other) => `${type}_${other}`)]),
  'bool',
  'string',
  'bytes',
  'timestamp',
  'duration',
];

const compared = (operator: string): string[] => comparedTypes.map((type) => `${operator}_${type}`);

/** `list[index]`, as a function: an index that is part of a path has other errors. */
function elementAt(list: CelList, index: CelValue): CelValue {
  const position = indexOf(index);
  if (typeof position === 'object') return position;
  return list.get(Number(position));
}

/** `map[key]`. */
function valueOfKey(map: CelMap, key: CelValue): CelValue {
  return map.find(key) ?? celError(`no such key: ${printValue(key)}`);
}

function isIn(value: CelValue, aggregate: CelValue): CallResult {
  if (isKind(aggregate, 'list')) return contains(aggregate, value);
  if (!isKind(aggregate, 'map')) return noSuchOverload(aggregate);
  const found = aggregate.find(value);
  return found !== undefined && isError(found) ? found : found !== undefined;
}

/** Equality, order, membership, indexes and sizes. */
export const relations: FunctionTable = {
  equals: { arity: 2, call: equal },
  not_equals: {
    arity: 2,
    // What cannot be compared is not equal.
    call: (a, b) => equal(a, b) !== true,
  },
  ...forAll(
    compared('less'),
    comparison((order) => order < 0),
  ),
  ...forAll(
    compared('less_equals'),
    comparison((order) => order <= 0),
  ),
  ...forAll(
    compared('greater'),
    comparison((order) => order > 0),
  ),
  ...forAll(
    compared('greater_equals'),
    comparison((order) => order >= 0),
  ),
  index_list: {
    arity: 2,
    call: (list, index) => (isKind(list, 'list') ? elementAt(list, index) : undefined),
  },
  index_map: { arity: 2, call: (map, key) => (isKind(map, 'map') ? valueOfKey(map, key) : undefined) },
  ...forAll(['in_list', 'in_map'], { arity: 2, call: isIn }),
  ...forAll(
    ['bytes', 'list', 'map', 'string'].flatMap((type) => [`size_${type}`, `${type}_size`]),
    { arity: 1, call: (value) => (isKind(value, 'opaque') ? undefined : sizeOf(value)) },
  ),
  logical_not: {
    arity: 1,
    call: (value) => (typeof value === 'boolean' ? !value : noSuchOverload(value)),
  },
};
