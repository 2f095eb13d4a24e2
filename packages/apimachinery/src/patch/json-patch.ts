import { stringifyJson } from '../codec/stringify-json.ts';
import { equalJson } from '../json/equal-json.ts';
import { isJsonObject, setOwn } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { utf8Length } from '../names/utf8-length.ts';
import {
  containerOf,
  containersOf,
  type Draft,
  find,
  insertItem,
  isTooDeep,
  memberKey,
  memberOf,
  type Place,
  removeItem,
  setMember,
  settle,
} from './patch-draft.ts';

/** One step of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  /** Of `move` and `copy`: where the value comes from. */
  readonly from?: string;
  /** Of `add`, `replace` and `test`. */
  readonly value?: DeepReadonly<JsonValue>;
  /**
   * Of `test`: the value has a number or a text that Go writes differently (`3.0`, `"<"`). It equals nothing, because
   * upstream compares how they are written.
   */
  readonly isOdd?: boolean;
}

/** A JSON patch that does not apply. The API server does not send `message`: it responds with 422 without a reason. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError';
  /** The operation that failed, from 0. */
  readonly operation: number;
  /** Whether it is a `test` whose value is another one. */
  readonly isFailedTest: boolean;
  constructor(operation: number, message: string, isFailedTest = false) {
    super(message);
    this.operation = operation;
    this.isFailedTest = isFailedTest;
  }
}

/** How much the `copy` operations of one patch may add to a document, in bytes of JSON. */
const MAX_COPIED_BYTES: number = 3 * 1024 * 1024;

/**
 * Applies a JSON patch as the API server does. It differs from RFC 6902: `replace` sets a missing property, `test`
 * without a value or with null passes on a missing property, a null that an operation put into an object never equals a
 * null in the object of a `test`, `copy` of a missing property gives null, indices may count from the end (`-1`), and
 * the whole document can only be tested or replaced. Does not change `document`; the result shares unchanged parts with
 * it, and values with the operations. `opened` is called with the lists and objects of the result that operations
 * visited: the API server encodes those again. Throws a {@link JsonPatchError} when an operation fails.
 */
export function applyJsonPatch(
  document: DeepReadonly<JsonValue>,
  operations: readonly DeepReadonly<JsonPatchOperation>[],
  opened: Set<object> = new Set(),
): JsonValue {
  // Containers are copied before they are changed.
  const draft: Draft = {
    root: document as JsonValue,
    own: new Set(),
    opened,
    addedNulls: new Map(),
    long: new Map(),
    copiedBytes: 0,
  };
  for (const [index, operation] of operations.entries()) {
    try {
      apply(draft, operation);
    } catch (error) {
      if (error instanceof Failure) throw new JsonPatchError(index, error.message, error instanceof FailedTest);
      throw error;
    }
  }
  settle(draft, draft.root);
  if (isTooDeep(draft.root)) throw new JsonPatchError(operations.length - 1, TOO_DEEP);
  return draft.root;
}

const TOO_DEEP = 'exceeded max depth';

class Failure extends Error {
  override readonly name = 'Failure';
}

class FailedTest extends Failure {}

function apply(draft: Draft, operation: JsonPatchOperation): void {
  const { op, path } = operation;
  if (typeof op !== 'string' || !kinds.has(op))
    throw new Failure(`Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`);
  if (typeof path !== 'string') throw new Failure(`${op} operation failed to decode path: missing value`);
  // A value that a client sends is JSON.
  const value = (Object.hasOwn(operation, 'value') ? operation.value : null) as JsonValue;
  switch (op) {
    case 'add':
      addAt(draft, op, path, value, true);
      return;
    case 'remove':
      removeAt(draft, op, path);
      return;
    case 'replace':
      replaceAt(draft, path, value);
      return;
    case 'move': {
      const from = fromOf(operation);
      const moved = readAt(draft, op, from);
      const isAdded = isAddedNull(draft, from);
      removeAt(draft, op, from);
      addAt(draft, op, path, moved ?? null, isAdded);
      return;
    }
    case 'copy': {
      readAt(draft, op, fromOf(operation));
      const isAdded = isAddedNull(draft, fromOf(operation));
      // Upstream visits the target before it copies.
      find(draft, path, true);
      const copied = readAt(draft, op, fromOf(operation)) ?? null;
      settle(draft, copied);
      addAt(draft, op, path, copyOf(draft, copied), isAdded);
      return;
    }
    case 'test':
      testAt(draft, path, Object.hasOwn(operation, 'value') ? value : undefined, operation.isOdd === true);
  }
}

const kinds: ReadonlySet<string> = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

function fromOf({ op, from }: JsonPatchOperation): string {
  if (typeof from !== 'string') throw new Failure(`${op} operation failed to decode from: missing value`);
  return from;
}

/** A copy of a value that is settled. Its size counts as Go writes it. */
function copyOf(draft: Draft, value: JsonValue): JsonValue {
  // Copies of a document into itself would double its depth each time.
  if (isTooDeep(value)) throw new Failure(TOO_DEEP);
  draft.copiedBytes += utf8Length(stringifyJson(value, { escapeHtml: true }));
  if (draft.copiedBytes > MAX_COPIED_BYTES) {
    throw new Failure(
      `Unable to complete the copy, the accumulated size increase of copy is ${draft.copiedBytes}, exceeding the limit ${MAX_COPIED_BYTES}`,
    );
  }
  return clone(draft, value);
}

/** A copy that shares nothing, because later operations may visit either of the two. */
function clone(draft: Draft, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const list = value.map((item) => clone(draft, item));
    if (draft.opened.has(value)) draft.opened.add(list);
    return list;
  }
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  if (draft.opened.has(value)) draft.opened.add(copy);
  for (const [name, item] of Object.entries(value)) setOwn(copy, name, clone(draft, item));
  return copy;
}

/** `isAdded`: an operation added the null. */
function addAt(draft: Draft, op: string, path: string, value: JsonValue, isAdded: boolean): void {
  const place = find(draft, path, true);
  if (place === undefined)
    throw new Failure(`${op} operation does not apply: doc is missing path: "${path}": missing value`);
  const { container, key } = place;
  if (!Array.isArray(container)) {
    setOwn(container, key, value);
    noteNull(draft, place, value === null && isAdded);
    return;
  }
  if (!insertItem(draft, container, key, value))
    throw new Failure(
      `error in ${op} for path: '${path}': Unable to access invalid index: ${key}: invalid index referenced`,
    );
}

function removeAt(draft: Draft, op: string, path: string): void {
  const place = find(draft, path, true);
  if (place === undefined)
    throw new Failure(`${op} operation does not apply: doc is missing path: "${path}": missing value`);
  const { container, key } = place;
  if (Array.isArray(container)) {
    if (!removeItem(draft, container, key))
      throw new Failure(
        `error in ${op} for path: '${path}': Unable to access invalid index: ${key}: invalid index referenced`,
      );
    return;
  }
  if (!Object.hasOwn(container, key))
    throw new Failure(`error in ${op} for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`);
  delete container[key];
  noteNull(draft, place, false);
}

function replaceAt(draft: Draft, path: string, value: JsonValue): void {
  if (path === '') {
    if (containerOf(value) === undefined) throw new Failure('replace operation value must be object or array');
    draft.root = value;
    return;
  }
  const place = find(draft, path, true);
  if (place === undefined)
    throw new Failure(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  const { container, key } = place;
  const member = memberKey(draft, container, key);
  if (member === undefined)
    throw new Failure(`replace operation does not apply: doc is missing key: ${path}: missing value`);
  setMember(draft, container, member, value);
  noteNull(draft, place, value === null);
}

function noteNull({ addedNulls }: Draft, { container, key }: Place, isAdded: boolean): void {
  const keys = addedNulls.get(container) ?? new Set();
  if (isAdded) addedNulls.set(container, keys.add(key));
  else keys.delete(key);
}

function isAddedNull(draft: Draft, path: string): boolean {
  const place = find(draft, path, false);
  return place !== undefined && draft.addedNulls.get(place.container)?.has(place.key) === true;
}

function holdsAddedNull(draft: Draft, value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value) && (draft.addedNulls.get(value)?.size ?? 0) > 0) return true;
  return Object.values(value).some((child) => child !== undefined && holdsAddedNull(draft, child));
}

/** The value at a path; undefined when an object has no such property. */
function readAt(draft: Draft, op: string, path: string): JsonValue | undefined {
  const place = find(draft, path, false);
  if (place === undefined)
    throw new Failure(`${op} operation does not apply: doc is missing from path: ${path}: missing value`);
  const { container, key } = place;
  const member = memberKey(draft, container, key);
  if (member === undefined)
    throw new Failure(
      `error in ${op} for path: '${key}': Unable to access invalid index: ${key}: invalid index referenced`,
    );
  return memberOf(draft, container, member);
}

function testAt(draft: Draft, path: string, value: JsonValue | undefined, isOdd: boolean): void {
  const found = path === '' ? draft.root : readAt(draft, 'test', path);
  settle(draft, found);
  // A comparison visits the whole value.
  for (const container of containersOf(found)) draft.opened.add(container);
  const nothingExpected = value === undefined || value === null;
  const passes =
    found === undefined || found === null
      ? nothingExpected
      : value !== undefined && !isOdd && equalJson(found, value) && !holdsAddedNull(draft, found);
  if (!passes) throw new FailedTest(`testing value ${path} failed: test failed`);
}
