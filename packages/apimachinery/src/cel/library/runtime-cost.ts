import { utf8Length } from '../../names/utf8-length.ts';
import { elementsOf } from '../values/list.ts';
import { isNamedFormat } from './kubernetes/format-names.ts';
import { costSizeOf } from '../values/size.ts';
import { type CelValue, isError, isInt, isKind } from '../values/value.ts';
import { InternalError } from '../values/work.ts';

/** What a call costs, from its first two arguments and its result. */
export type CallCost = (first: CelValue, second: CelValue, result: CelValue) => number;

/** The cost of one step. */
const one: CallCost = () => 1;

/** What a traversal of so many characters costs. */
const traversal = (size: number): number => Math.ceil(size * 0.1);

/** The size as Kubernetes has it: other than cel-go, it does not look into optionals. */
const plainSize = (value: CelValue): number => (isKind(value, 'optional') ? 1 : costSizeOf(value));

const ofFirst: CallCost = (first) => traversal(plainSize(first));
/** `size * 2 * 0.1` in the order in which Go computes it, which decides how it is rounded. */
const twice = (size: number): number => Math.ceil(size * 2 * 0.1);
const ofFirstTwice: CallCost = (first) => twice(plainSize(first));

/** The cost of a regular expression of some length on a text. */
const matching = (textSize: number, patternSize: number): number =>
  traversal(1 + textSize) * Math.ceil(patternSize * 0.25);

/** The cost of looking at everything in a value, in which texts are measured in bytes. */
function traversalCost(value: CelValue): number {
  if (typeof value === 'string') return Math.trunc(utf8Length(value) * 0.1);
  if (value instanceof Uint8Array) return Math.trunc(value.length * 0.1);
  if (isKind(value, 'list')) return elementsOf(value).reduce((sum: number, element) => sum + traversalCost(element), 0);
  if (!isKind(value, 'map')) return 1;
  return value
    .keys()
    .reduce((sum: number, key) => sum + traversalCost(key) + traversalCost(value.find(key) ?? null), 0);
}

const ofSlice: CallCost = (_list, _start, result) => allocation(1, plainSize(result));
const ofJoined: CallCost = (_list, _separator, result) => twice(plainSize(result));
const costsOfResults: ReadonlySet<CallCost> = new Set([ofSlice, ofJoined]);

/**
 * Whether a call's cost depends on its result. The cost of every other call is known before it, and one that costs too
 * much need not be done.
 */
export function isCostOfResult(cost: CallCost): boolean {
  return costsOfResults.has(cost);
}

/** What the authorizer costs: an expression can ask it only twice. */
const AUTHORIZATION = 350_000;

/** A selector is read, and becomes a list of requirements, each at least two characters long. */
const ofSelector: CallCost = (_check, selector) => {
  const size = plainSize(selector);
  return 10 + traversal(size) + Math.ceil(size * 0.5) * 50;
};

const containment: CallCost = (network) => twice(plainSize(network));
const networkContainment: CallCost = (network) => twice(plainSize(network)) + traversal(plainSize(network)) + 1;

/** By the id of the overload: costs that go before all others. */
const byOverload: Readonly<Record<string, CallCost>> = {
  list_slice: ofSlice,
  list_flatten: (list) => allocation(1, plainSize(list)),
  list_flatten_int: (list, depth) => allocation(depthOf(depth), plainSize(list)),
  lists_range: (count) => allocation(1, isInt(count) ? Math.max(0, Number(count)) : 1),
  list_reverse: (list) => allocation(1, plainSize(list)),
  list_distinct: (list) => comparison(list),
  list_sets_contains_list: (a, b) => 1 + plainSize(a) * plainSize(b),
  list_sets_intersects_list: (a, b) => 1 + plainSize(a) * plainSize(b),
  list_sets_equivalent_list: (a, b) => 1 + plainSize(a) * plainSize(b) * 2,
  cidr_ip: one,
  // The other is a text, which has to be read.
  cidr_contains_ip_string: (network, other) => containment(network, other, null) + traversal(plainSize(other)),
  cidr_contains_cidr_string: (network, other) => networkContainment(network, other, null) + traversal(plainSize(other)),
};

const LIST_COST = 10;

/** To cel-go, a depth is an integer, even if it is an error. */
function depthOf(value: CelValue): number {
  if (isError(value)) throw new InternalError('interface conversion: ref.Val is *types.Err, not types.Int', false);
  return Number(value);
}

/** A function that makes a list: its own cost, that of a list, and that of each element. */
const allocation = (factor: number, size: number): number => Math.trunc(size * factor) + 1 + LIST_COST;

/** Comparing each element with each other. To cel-go, whatever has to be compared is a list, even an error. */
function comparison(value: CelValue): number {
  const other = isError(value) ? '*types.Err' : value === null ? 'types.Null' : undefined;
  if (other !== undefined)
    throw new InternalError(`interface conversion: ${other} is not traits.Lister: missing method Add`, false);
  if (!isKind(value, 'list') || value.size === 0) return allocation(2, 0);
  const first = value.get(0);
  const hasLength = typeof first === 'string' || first instanceof Uint8Array;
  return allocation(hasLength ? 2.1 : 2, value.size * value.size);
}

/** By the name of the function: what Kubernetes adds. */
const byFunction: Readonly<Record<string, CallCost>> = {
  ...forNames(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], traversalCost),
  ...forNames(
    ['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'cidr', 'isIP', 'isCIDR', 'jsonpatch.escapeKey'],
    ofFirst,
  ),
  ...forNames(['quantity', 'isQuantity', 'semver', 'isSemver'], ofFirst),
  ...forNames(['replace', 'split', 'ip.isCanonical'], ofFirstTwice),
  join: ofJoined,
  ...forNames(['find', 'findAll'], (text, pattern) => matching(plainSize(text), plainSize(pattern))),
  ...forNames(
    ['masked', 'prefixLength', 'family', 'isUnspecified', 'isLoopback', 'isLinkLocalMulticast', 'isLinkLocalUnicast'],
    one,
  ),
  ...forNames(['isGlobalUnicast', 'format.named', 'sign', 'asInteger', 'isInteger', 'asApproximateFloat'], one),
  ...forNames(['isGreaterThan', 'isLessThan', 'compareTo', 'add', 'sub', 'major', 'minor', 'patch'], one),
  ...forNames(['getScheme', 'getHostname', 'getHost', 'getPort', 'getEscapedPath', 'getQuery'], one),
  validate: (format, text) => (isNamedFormat(format) ? matching(plainSize(text), format.patternSize) : 1),
  check: () => AUTHORIZATION,
  ...forNames(['serviceAccount', 'path', 'group', 'resource', 'subresource', 'namespace', 'name'], one),
  ...forNames(['allowed', 'reason', 'error', 'errored'], one),
  ...forNames(['fieldSelector', 'labelSelector'], ofSelector),
  ip: ofFirst,
  containsIP: containment,
  containsCIDR: networkContainment,
};

function forNames(names: readonly string[], cost: CallCost): Record<string, CallCost> {
  return Object.fromEntries(names.map((name) => [name, cost]));
}

/** The lesser of two sizes: what a comparison looks at. */
const ofLesser: CallCost = (a, b) => traversal(Math.min(costSizeOf(a), costSizeOf(b)));

const comparisonCosts = ['less', 'less_equals', 'greater', 'greater_equals'].flatMap((operator) => [
  `${operator}_string`,
  `${operator}_bytes`,
]);

/** By the id of the overload: what cel-go has where nothing above applies. */
const byStandardOverload: Readonly<Record<string, CallCost>> = {
  ...forNames(['starts_with_string', 'ends_with_string', 'string_to_bytes', 'bytes_to_string'], (first) =>
    traversal(costSizeOf(first)),
  ),
  ...forNames(['strings_quote', 'string_format'], (first) => traversal(costSizeOf(first))),
  in_list: (_value, list) => costSizeOf(list),
  ...forNames(comparisonCosts, ofLesser),
  equals: (a, b) => (isKind(a, 'opaque') ? 1 : ofLesser(a, b, null)),
  not_equals: ofLesser,
  ...forNames(['add_string', 'add_bytes'], (a, b) => traversal(costSizeOf(a) + costSizeOf(b))),
  matches_string: (text, pattern) => matching(costSizeOf(text), costSizeOf(pattern)),
  contains_string: (text, part) => traversal(costSizeOf(text)) * traversal(costSizeOf(part)),
};

/**
 * What a call of a function costs when it is evaluated. `overload` is undefined if the type checker left several
 * overloads.
 */
export function costOfCall(name: string, overload: string | undefined): CallCost {
  if (overload !== undefined) {
    const known = own(byOverload, overload) ?? (/^list_.+_sort$/.test(overload) ? sortCost : undefined);
    if (known !== undefined) return known;
    if (/^list_.+_sortByAssociatedKeys$/.test(overload)) return sortByCost;
  }
  const ofName = own(byFunction, name);
  if (ofName !== undefined) return ofName;
  return (overload === undefined ? undefined : own(byStandardOverload, overload)) ?? one;
}

const sortCost: CallCost = (list) => comparison(list);
const sortByCost: CallCost = (_list, keys) => comparison(keys);

function own(table: Readonly<Record<string, CallCost>>, key: string): CallCost | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
