import { compare, isComparable } from '../../values/compare.ts';
import { contains, equalValues } from '../../values/equal.ts';
import { elementsOf, listOf, rangeOf } from '../../values/list.ts';
import {
  type CelError,
  celError,
  type CelList,
  type CelValue,
  double,
  isError,
  noSuchOverload,
  typeNameOf,
  uint,
} from '../../values/value.ts';
import {
  binary,
  forAll,
  type FunctionTable,
  isAny,
  isInteger,
  isList,
  ternary,
  unary,
} from '../overloads/implementation.ts';
import { add } from '../standard/arithmetic.ts';

/** What a list may have that is compared: as the names of overloads have them, in Kubernetes and in cel-go. */
const comparedTypes = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const comparedTypeNames = comparedTypes.map((type) =>
  type === 'duration' ? 'google.protobuf.Duration' : type === 'timestamp' ? 'google.protobuf.Timestamp' : type,
);

function isSorted(list: CelList): CelValue {
  let previous: CelValue | undefined;
  for (let index = 0; index < list.size; index += 1) {
    const next = list.get(index);
    if (!isComparable(next)) return noSuchOverload(next);
    if (previous !== undefined && compare(previous, next) === 1) return false;
    previous = next;
  }
  return true;
}

/** The least (`wanted` is 1) or the greatest element (-1): the order that a better one has to the best so far. */
function best(name: string, wanted: number): (list: CelList) => CelValue {
  return (list) => {
    let found: CelValue | undefined;
    for (let index = 0; index < list.size; index += 1) {
      const next = list.get(index);
      if (!isComparable(next)) return noSuchOverload(next);
      if (found === undefined || compare(found, next) === wanted) found = next;
    }
    return found ?? celError(`${name} called on empty list`);
  };
}

function sum(zero: CelValue): (list: CelList) => CelValue {
  return (list) => {
    let total = zero;
    for (let index = 0; index < list.size; index += 1) {
      const next = list.get(index);
      if (isError(next)) return next;
      total = add(total, next) ?? noSuchOverload(next);
      if (isError(total)) return total;
    }
    return total;
  };
}

function firstIndex(list: CelList, value: CelValue): CelValue {
  for (let index = 0; index < list.size; index += 1) if (equalValues(list.get(index), value) === true) return index;
  return -1;
}

function lastIndex(list: CelList, value: CelValue): CelValue {
  for (let index = list.size - 1; index >= 0; index -= 1)
    if (equalValues(list.get(index), value) === true) return index;
  return -1;
}

function slice(list: CelList, start: number | bigint, end: number | bigint): CelValue {
  const error = (reason: string): CelError => celError(`cannot slice(${start}, ${end}), ${reason}`);
  if (start < 0 || end < 0) return error('negative indexes not supported');
  if (start > end) return error('start index must be less than or equal to end index');
  if (list.size < end) return error(`list is length ${list.size}`);
  const elements: CelValue[] = [];
  for (let index = Number(start); index < end; index += 1) elements.push(list.get(index));
  return listOf(elements);
}

function flatten(list: CelList, depth: number | bigint): CelValue {
  return depth < 0 ? celError('level must be non-negative') : listOf(flattened(list, depth));
}

function flattened(list: CelList, depth: number | bigint): CelValue[] {
  const elements: CelValue[] = [];
  for (const element of elementsOf(list)) {
    if (!isList(element) || depth <= 0) elements.push(element);
    else for (const inner of flattened(element, BigInt(depth) - 1n)) elements.push(inner);
  }
  return elements;
}

/** `lists.range(n)` */
function range(count: number | bigint): CelValue {
  return rangeOf(Math.max(0, Number(count)));
}

function sortBy(list: CelList, keys: CelList): CelValue {
  if (list.size !== keys.size) {
    return celError(
      '@sortByAssociatedKeys() expected a list of the same size as the associated keys list, ' +
        `but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  if (list.size === 0) return list;
  const sorted = elementsOf(keys);
  const first = sorted[0];
  if (first === undefined || !isComparable(first)) return celError('list elements must be comparable');
  if (sorted.length > 1 && sorted.some((key) => typeNameOf(key) !== typeNameOf(first)))
    return celError('list elements must have the same type');
  const orderOf = (a: CelValue, b: CelValue): number => (compare(a, b) === -1 ? -1 : Number(compare(b, a) === -1));
  const entries = sorted.map((key, index) => [key, index] as const);
  return listOf(entries.sort(([a], [b]) => orderOf(a, b)).map(([, index]) => list.get(index)));
}

/** Elements without those that are equal to an earlier one, in the time that their count squared takes at most. */
function distinct(list: CelList): CelValue {
  const found: CelValue[] = [];
  const known = new Set<CelValue>();
  for (const element of elementsOf(list)) {
    // What is equal to a text or to another boolean is the same in JavaScript.
    const isSimple = typeof element === 'string' || typeof element === 'boolean';
    if (isSimple ? known.has(element) : found.some((other) => equalValues(element, other) === true)) continue;
    if (isSimple) known.add(element);
    found.push(element);
  }
  return listOf(found);
}

const containsAll = (list: CelList, part: CelList): boolean | CelError => {
  for (let index = 0; index < part.size; index += 1) {
    const found = contains(list, part.get(index));
    if (found !== true) return found;
  }
  return true;
};

function intersects(a: CelList, b: CelList): boolean {
  for (let index = 0; index < a.size; index += 1) if (contains(b, a.get(index)) === true) return true;
  return false;
}

/** The functions of lists, of Kubernetes and of cel-go's libraries of lists and sets. */
export const lists: FunctionTable = {
  ...forAll(
    comparedTypes.map((type) => `list_${type}_is_sorted_bool`),
    unary(isList, isSorted),
  ),
  ...forAll(
    comparedTypes.map((type) => `list_${type}_max_${type}`),
    unary(isList, best('max', -1)),
  ),
  ...forAll(
    comparedTypes.map((type) => `list_${type}_min_${type}`),
    unary(isList, best('min', 1)),
  ),
  list_int_sum_int: unary(isList, sum(0)),
  list_uint_sum_uint: unary(isList, sum(uint(0))),
  list_double_sum_double: unary(isList, sum(double(0))),
  list_duration_sum_duration: unary(isList, sum({ kind: 'duration', nanoseconds: 0n })),
  list_a_index_of_int: binary(isList, isAny, firstIndex),
  list_a_last_index_of_int: binary(isList, isAny, lastIndex),
  list_slice: ternary(isList, isInteger, isInteger, slice),
  list_flatten: unary(isList, (list) => flatten(list, 1)),
  list_flatten_int: binary(isList, isInteger, flatten),
  lists_range: unary(isInteger, range),
  list_reverse: unary(isList, (list) => listOf(elementsOf(list).reverse())),
  list_distinct: unary(isList, distinct),
  ...forAll(
    comparedTypeNames.map((type) => `list_${type}_sort`),
    unary(isList, (list) => sortBy(list, list)),
  ),
  ...forAll(
    comparedTypeNames.map((type) => `list_${type}_sortByAssociatedKeys`),
    binary(isList, isList, sortBy),
  ),
  list_sets_contains_list: binary(isList, isList, containsAll),
  list_sets_intersects_list: binary(isList, isList, intersects),
  list_sets_equivalent_list: binary(isList, isList, (a, b) => {
    const found = containsAll(a, b);
    return found === true ? containsAll(b, a) : found;
  }),
};
