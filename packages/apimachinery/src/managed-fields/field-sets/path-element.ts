import { formatNumber, quoteString } from '../../codec/go-format.ts';
import { JsonSyntaxError, parseJson } from '../../codec/parse-json.ts';
import { compareUtf8, stringifyJson } from '../../codec/stringify-json.ts';
import type { JsonValue } from '../../json.ts';

/**
 * One step of a path, in the form in which FieldsV1 writes it: `f:NAME` a field, `k:{"name":"x"}` the item of an
 * associative list with these keys (names in order, no spaces), `v:"x"` the item of a set, `i:3` an index. In this
 * canonical form equal steps are equal strings, which is what sets are keyed by.
 */
export type PathElement = string;

/** A path from the object's root. */
export type FieldPath = readonly PathElement[];

/** A scalar as a key of an associative list or an item of a set. */
export type KeyScalar = JsonValue;

/** The path of fields by their names: `fieldPath('spec', 'replicas')`. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return names.map(fieldElement);
}

/** The element of a field. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The element of an associative list's item. `keys`: names and values; any order. */
export function keyElement(keys: readonly (readonly [name: string, value: KeyScalar])[]): PathElement {
  const sorted = keys.length < 2 ? keys : keys.toSorted(([a], [b]) => compareUtf8(a, b));
  return `k:{${sorted.map(([name, value]) => `${formatScalar(name)}:${formatScalar(value)}`).join(',')}}`;
}

/** The element of a set's item. */
export function valueElement(value: KeyScalar): PathElement {
  return `v:${formatScalar(value)}`;
}

/**
 * Converts an element of stored or sent fields to canonical form. Undefined for unknown kinds of elements, which
 * upstream drops. Throws a RangeError that describes the error.
 */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new RangeError('key must be 2 characters long:');
  if (text[1] !== ':') throw new RangeError(`missing colon: ${text}`);
  switch (text[0]) {
    case 'f':
      return text;
    case 'v':
      return valueElement(parseScalars(text));
    case 'k': {
      const keys = parseScalars(text);
      if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
        throw new RangeError(`expected an object of keys: ${text}`);
      return keyElement(Object.entries(keys));
    }
    case 'i': {
      const index = text.slice(2);
      if (!/^[+-]?\d{1,19}$/.test(index))
        throw new RangeError(`strconv.Atoi: parsing ${quoteString(index)}: invalid syntax`);
      return `i:${BigInt(index)}`;
    }
    default:
      return undefined;
  }
}

function parseScalars(text: string): JsonValue {
  try {
    return parseJson(text.slice(2));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new RangeError(`invalid path element ${quoteString(text)}: ${error.message}`, { cause: error });
  }
}

/** The keys of a `k:` element in canonical form, in order. */
function keysOf(element: PathElement): [string, JsonValue][] {
  const keys = parseJson(element.slice(2));
  return typeof keys === 'object' && keys !== null ? Object.entries(keys) : [];
}

/** A path as messages show it: `.spec.ports[port=80,protocol="TCP"].name`, `.spec.tags[="a"]`. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatPathElement).join('');
}

/** One step of {@link formatFieldPath}. */
export function formatPathElement(element: PathElement): string {
  const rest = element.slice(2);
  switch (element[0]) {
    case 'k':
      return `[${keysOf(element)
        .map(([name, value]) => `${name}=${showScalar(value)}`)
        .join(',')}]`;
    case 'v':
      return `[=${showScalar(parseJson(rest))}]`;
    case 'i':
      return `[${rest}]`;
    default:
      return `.${rest}`;
  }
}

/** structured-merge-diff's value.ToString. */
function showScalar(value: JsonValue): string {
  if (typeof value === 'string') return quoteString(value);
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value);
  if (Array.isArray(value)) return `[${value.map(showScalar).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, item]) => `${name}=${showScalar(item)}`)
      .join('');
  }
  return String(value);
}

/**
 * Puts elements into upstream's order: fields by their bytes, keys by name and typed value (9 before 10), set items by
 * typed value, indices.
 */
export function sortPathElements(elements: Iterable<PathElement>): PathElement[] {
  const all = [...elements];
  if (all.length < 2) return all;
  if (all.every((element) => element.startsWith('f:'))) return all.sort(compareUtf8);
  return all
    .map((element) => ({ element, rank: 'fkvi'.indexOf(element[0] ?? ''), scalars: scalarsOf(element) }))
    .sort((a, b) => a.rank - b.rank || compareScalars(a.scalars, b.scalars))
    .map(({ element }) => element);
}

/** What an element is compared by: keys are flattened into name, value, name, value… */
function scalarsOf(element: PathElement): JsonValue[] {
  switch (element[0]) {
    case 'k':
      return keysOf(element).flat();
    case 'v':
    case 'i':
      return [parseJson(element.slice(2))];
    default:
      return [element.slice(2)];
  }
}

function compareScalars(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareScalar(a[i] ?? null, b[i] ?? null);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/**
 * structured-merge-diff's value.Compare: numbers, strings, booleans, lists, maps, null. Lists and maps are never keys
 * on a server, so any order of them will do: here that of their JSON, which has `[` before `{`.
 */
function compareScalar(a: JsonValue, b: JsonValue): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === 'string' && typeof b === 'string') return compareUtf8(a, b);
  if (typeof a === 'object') return compareUtf8(stringifyJson(a), stringifyJson(b));
  return a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1;
}

function rankOf(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  return value === null ? 4 : 3;
}

/** Almost no key needs an escape. */
const PLAIN = /^[ !#-%'-;=?-[\]-~\u00a0-\u2027\u202a-\ud7ff\ue000-\uffff]*$/;

/**
 * A scalar as Go's JSON encoder writes it: `<`, `>`, `&` and the two line separators escaped, and no short form for
 * backspace and form feed.
 */
function formatScalar(value: KeyScalar): string {
  if (typeof value === 'string') {
    if (PLAIN.test(value)) return `"${value}"`;
    return stringifyJson(value, { escapeHtml: true }).replace(/\\./g, (found) =>
      found === '\\b' ? '\\u0008' : found === '\\f' ? '\\u000c' : found,
    );
  }
  return stringifyJson(value, { escapeHtml: true });
}
