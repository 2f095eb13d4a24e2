import { isDate } from 'node:util/types';
import { isError, type JsonObject, type JsonValue, shortened } from '@kb/apimachinery';
import { setOwn } from '@kb/apimachinery/codec';
import { describeError } from '../log/describe-error.ts';
import { referenceOf } from '../log/reference-of.ts';

/** How many characters the values of one record may still take. */
export interface Room {
  left: number;
}

/** Makes the room of a record. */
export const roomOfRecord = (): Room => ({ left: 16_384 });

const MAX_TEXT = 1024;
const MAX_DEPTH = 8;
const MAX_MEMBERS = 100;
/** What a number, a bracket or a comma takes of the room. */
const SMALL = 8;

/** Replaces a value that throws when it is read. */
const UNREADABLE = 'cannot be read';
/** Replaces a value for which there is no room any more. */
const CUT = '…';

/** How values are made plain. */
export interface PlainOptions {
  /** Whether Kubernetes objects are only named, as in the log. */
  readonly namesObjects: boolean;
}

/**
 * Returns a value as plain JSON of bounded size. The value may be anything, whatever its members do when they are read:
 * this never throws, and never keeps a reference to it.
 */
export function plainValue(value: unknown, room: Room, options: PlainOptions, depth = 0): JsonValue | undefined {
  try {
    return plain(value, room, options, depth);
  } catch {
    return UNREADABLE;
  }
}

/** Cuts a text, and takes its length from the room. */
export function cutText(text: string, room: Room, limit: number = MAX_TEXT): string {
  if (room.left <= 0) return CUT;
  const cut = shortened(text, Math.min(limit, Math.max(room.left, 16)));
  room.left -= cut.length;
  return cut;
}

function plain(value: unknown, room: Room, options: PlainOptions, depth: number): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return cutText(value, room);
    case 'number':
      room.left -= SMALL;
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
    case 'undefined':
      room.left -= SMALL;
      return value;
    case 'bigint':
      // Formatting a huge one would take long.
      return BigInt.asIntN(128, value) === value ? cutText(String(value), room) : '[bigint]';
    case 'symbol':
    case 'function':
      return `[${typeof value}]`;
    case 'object':
      return value === null ? null : plainObject(value, room, options, depth);
  }
}

function plainObject(value: object, room: Room, options: PlainOptions, depth: number): JsonValue | undefined {
  if (room.left <= 0 || depth >= MAX_DEPTH) return CUT;
  room.left -= SMALL;
  if (isError(value)) return cutText(describeError(value).message, room);
  if (isDate(value)) return Number.isFinite(value.getTime()) ? value.toISOString() : 'Invalid Date';
  if (options.namesObjects) {
    const reference = referenceOf(value);
    if (reference) return membersOf(reference, room, options, depth);
  }
  if (!Array.isArray(value)) return membersOf(value, room, options, depth);
  const list: JsonValue[] = [];
  const count = Math.min(value.length, MAX_MEMBERS);
  for (let at = 0; at < count && room.left > 0; at += 1) {
    list.push(plainValue(read(value, at), room, options, depth + 1) ?? null);
  }
  if (list.length < value.length) list.push(`… and ${value.length - list.length} more`);
  return list;
}

function membersOf(value: object, room: Room, options: PlainOptions, depth: number): JsonObject {
  const result: JsonObject = {};
  const keys = Object.keys(value);
  let taken = 0;
  for (const key of keys) {
    if (taken >= MAX_MEMBERS || room.left <= 0) break;
    taken += 1;
    const name = cutText(key, room, 256);
    const member = plainValue(read(value, key), room, options, depth + 1);
    if (member !== undefined) setOwn(result, name, member);
  }
  if (taken < keys.length) setOwn(result, CUT, `and ${keys.length - taken} more`);
  return result;
}

/** Reads a member, which may throw. */
function read(value: object, key: string | number): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return UNREADABLE;
  }
}
