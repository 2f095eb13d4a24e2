import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { ArgumentType } from '../define/argument-type.ts';
import { unquote } from './unquote.ts';

/** An argument that cannot be read. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  /** The offset in the marker's text. */
  readonly offset: number;
  readonly length: number;
  /** What to do; undefined if an example of the marker suffices. */
  readonly hint: string | undefined;
  constructor(message: string, offset: number, length = 1, hint?: string) {
    super(message);
    this.hint = hint;
    this.offset = offset;
    this.length = Math.max(1, length);
  }
}

/** A place in a marker's text. */
export interface Cursor {
  readonly text: string;
  offset: number;
  /** The offset of the first unquoted text that begins with a bracket, like a list in JSON. */
  bracket?: number;
}

/** How deep lists and maps may nest. */
const MAX_DEPTH = 100;

const spaces = new Set([' ', '\t', '\r', '\n']);
const NUMBER_PATTERN =
  /-?\s*(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:[0-9][0-9_]*)?\.?[0-9_]*(?:[eE][+-]?[0-9]+)?)/y;

/** A whole text that is a decimal number of Go. */
const FLOAT_PATTERN = /^-?\s*(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d+)?$/;

/** Reads one argument by its type and moves the cursor after it. Throws an ArgumentError. */
export function readArgument(cursor: Cursor, type: ArgumentType): JsonValue {
  return readValue(cursor, type, false, 0);
}

/** Skips spaces and returns the next character, or '' at the end. */
export function peek(cursor: Cursor): string {
  while (spaces.has(cursor.text.charAt(cursor.offset))) cursor.offset++;
  return cursor.text.charAt(cursor.offset);
}

/** Reads one character; throws if it is a different one. */
export function expectCharacter(cursor: Cursor, character: string, name: string): void {
  const found = peek(cursor);
  if (found !== character)
    throw new ArgumentError(`expected ${name}, found ${describe(cursor)}`, cursor.offset, tokenAt(cursor).length);
  cursor.offset++;
}

/** The token at the cursor, for messages. */
export function describe(cursor: Cursor): string {
  peek(cursor);
  const token = tokenAt(cursor);
  if (token === '') return 'the end of the marker';
  const text = token.length > 40 ? `${token.slice(0, 37)}...` : token;
  return /^["`]/.test(token) && token.length > 1 ? text : JSON.stringify(text);
}

/** The quoted text, the word or the character at the cursor; for a very long token only the beginning. */
function tokenAt({ text, offset }: Cursor): string {
  return /^(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[\p{L}\p{Nd}_.-]+|.)/u.exec(text.slice(offset, offset + 1000))?.[0] ?? '';
}

function readValue(cursor: Cursor, type: ArgumentType, inList: boolean, depth: number): JsonValue {
  if (depth > MAX_DEPTH) throw new ArgumentError('lists and maps are nested too deeply', cursor.offset);
  switch (type.kind) {
    case 'string':
      return readString(cursor, false);
    case 'quoted':
      return readQuoted(cursor);
    case 'int':
      return readInteger(cursor);
    case 'number':
      return readNumber(cursor);
    case 'bool':
      return readBoolean(cursor);
    case 'json':
      return readJson(cursor);
    case 'raw':
      return readRaw(cursor);
    case 'list':
      return readList(cursor, type.items, depth);
    case 'map':
      return readMap(cursor, type.values, depth);
    case 'any':
      return readValue(cursor, guessType(cursor, !inList, depth), inList, depth + 1);
  }
}

/**
 * Reads a quoted string, or unquoted text up to `,`, `;`, `}` or the end; an unquoted key of a map also ends at `:`.
 */
function readString(cursor: Cursor, isKey: boolean): string {
  const first = peek(cursor);
  const start = cursor.offset;
  if (first === '"' || first === '`') {
    cursor.offset = endOfQuoted(cursor.text, start);
    return unquoteAt(cursor.text, start, cursor.offset);
  }
  if (first === '[') cursor.bracket ??= start;
  const stops = isKey ? ',;}:' : ',;}';
  while (cursor.offset < cursor.text.length) {
    const character = cursor.text.charAt(cursor.offset);
    if (stops.includes(character)) break;
    cursor.offset =
      character === '"' || character === '`' ? endOfQuoted(cursor.text, cursor.offset) : cursor.offset + 1;
  }
  const value = cursor.text.slice(start, cursor.offset).trimEnd();
  if (value === '') throw new ArgumentError(`expected a value, found ${describe(cursor)}`, start);
  return value;
}

/** Reads a string of Go or JSON: JSON has two escapes that Go does not have, for slashes and for surrogates. */
function readQuoted(cursor: Cursor): string {
  const first = peek(cursor);
  const start = cursor.offset;
  if (first !== '"' && first !== '`')
    throw new ArgumentError(`expected text in quotes, found ${describe(cursor)}`, start, tokenAt(cursor).length);
  cursor.offset = endOfQuoted(cursor.text, start);
  const literal = cursor.text.slice(start, cursor.offset);
  return unquote(literal) ?? jsonText(literal) ?? unquoteAt(cursor.text, start, cursor.offset);
}

function jsonText(literal: string): string | undefined {
  try {
    const value = parseJson(literal);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function unquoteAt(text: string, start: number, end: number): string {
  const value = unquote(text.slice(start, end));
  if (value === undefined)
    throw new ArgumentError(
      'the string has an escape that Go strings do not have: write \\\\ for a backslash, or put the text in backticks',
      start,
      end - start,
    );
  return value;
}

/** The offset after the string that begins at `start`. */
function endOfQuoted(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text.charAt(offset);
    if (character === '\\' && quote === '"') offset++;
    else if (character === quote) return offset + 1;
  }
  throw new ArgumentError(`the string has no closing ${quote}`, start, text.length - start);
}

function readInteger(cursor: Cursor): number | bigint {
  const { text, offset } = numberText(cursor, 'an integer');
  if (!/^-?\d+$/.test(text))
    throw new ArgumentError(`expected an integer, found ${JSON.stringify(text)}`, offset, text.length);
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value)
    throw new ArgumentError(`${text} does not fit into 64 bits`, offset, text.length);
  return value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value;
}

function readNumber(cursor: Cursor): number {
  const { text, offset } = numberText(cursor, 'a number');
  // As in Go, an underscore is allowed between two digits.
  const value = Number(text.replaceAll(/(?<=\d)_(?=\d)/g, ''));
  if (!/^-?[\d.]/.test(text) || /[xXbBoO]/.test(text) || !Number.isFinite(value)) {
    throw new ArgumentError(`expected a number, found ${JSON.stringify(text)}`, offset, text.length);
  }
  return value;
}

function numberText(cursor: Cursor, expected: string): { text: string; offset: number } {
  peek(cursor);
  const offset = cursor.offset;
  NUMBER_PATTERN.lastIndex = offset;
  const text = NUMBER_PATTERN.exec(cursor.text)?.[0] ?? '';
  if (!/\d/.test(text))
    throw new ArgumentError(`expected ${expected}, found ${describe(cursor)}`, offset, tokenAt(cursor).length);
  cursor.offset = offset + text.length;
  return { text: text.replace(/\s/g, ''), offset };
}

function readBoolean(cursor: Cursor): boolean {
  peek(cursor);
  const word = /^[\p{L}_][\p{L}\p{Nd}_]*/u.exec(cursor.text.slice(cursor.offset))?.[0] ?? '';
  if (word !== 'true' && word !== 'false') {
    throw new ArgumentError(`expected true or false, found ${describe(cursor)}`, cursor.offset, word.length);
  }
  cursor.offset += word.length;
  return word === 'true';
}

function readJson(cursor: Cursor): JsonValue {
  const start = cursor.offset;
  cursor.offset = cursor.text.length;
  if (/^\s*ref\(/.test(cursor.text.slice(start)))
    throw new ArgumentError(
      'references to constants have no meaning here: write the value',
      start,
      cursor.text.length - start,
    );
  try {
    return parseJson(cursor.text.slice(start));
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw new ArgumentError(`expected JSON: ${error.message}`, start, cursor.text.length - start);
    throw error;
  }
}

function readRaw(cursor: Cursor): string {
  const text = cursor.text.slice(cursor.offset);
  cursor.offset = cursor.text.length;
  return text;
}

/** `{a, b}`, or `a;b` (which cannot nest). A separator after the last element is allowed. */
function readList(cursor: Cursor, items: ArgumentType, depth: number): JsonValue[] {
  const list: JsonValue[] = [];
  if (peek(cursor) === '{') {
    cursor.offset++;
    while (peek(cursor) !== '}' && peek(cursor) !== '') {
      list.push(readValue(cursor, items, true, depth + 1));
      if (peek(cursor) === '}') break;
      expectCharacter(cursor, ',', 'a comma or }');
    }
    expectCharacter(cursor, '}', '}');
    return list;
  }
  while (peek(cursor) !== ',' && peek(cursor) !== '}' && peek(cursor) !== '') {
    list.push(readValue(cursor, items, true, depth + 1));
    if (peek(cursor) !== ';') break;
    cursor.offset++;
  }
  if (list.length === 0) throw new ArgumentError(`expected a value, found ${describe(cursor)}`, cursor.offset);
  return list;
}

function readMap(cursor: Cursor, values: ArgumentType, depth: number): JsonObject {
  // Without a prototype, so that `__proto__` is a key like any other.
  const map: JsonObject = Object.create(null) as JsonObject;
  expectCharacter(cursor, '{', '{');
  while (peek(cursor) !== '}' && peek(cursor) !== '') {
    const start = cursor.offset;
    const key = readString(cursor, true);
    if (Object.hasOwn(map, key))
      throw new ArgumentError(`the key ${JSON.stringify(key)} is there twice`, start, key.length);
    expectCharacter(cursor, ':', 'a colon');
    map[key] = readValue(cursor, values, false, depth + 1);
    if (peek(cursor) === '}') break;
    expectCharacter(cursor, ',', 'a comma or }');
  }
  expectCharacter(cursor, '}', '}');
  return map;
}

/** Guesses the type of the value at the cursor. Does not move the cursor. */
function guessType(cursor: Cursor, allowList: boolean, depth: number): ArgumentType {
  const type = guessElement({ text: cursor.text, offset: cursor.offset }, depth);
  return allowList && semicolonFollows(cursor) ? { kind: 'list', items: type } : type;
}

function guessElement(ahead: Cursor, depth: number): ArgumentType {
  if (depth > MAX_DEPTH) throw new ArgumentError('lists and maps are nested too deeply', ahead.offset);
  const first = peek(ahead);
  if (first === '{') return guessBraces(ahead, depth);
  if (first === '"' || first === '`' || first === "'") return { kind: 'string' };
  const rest = ahead.text.slice(ahead.offset);
  const word = /^[^,;}]*/.exec(rest)?.[0].trim() ?? '';
  if (word === 'true' || word === 'false') return { kind: 'bool' };
  if (/^-?\s*(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|0[0-7_]*|[1-9][0-9_]*)$/.test(word)) return { kind: 'int' };
  if (FLOAT_PATTERN.test(word)) {
    return /[.eE]/.test(word) ? { kind: 'number' } : { kind: 'string' };
  }
  return { kind: 'string' };
}

/** `{}` and `{key: …}` are maps, anything else in braces is a list with elements of the first one's type. */
function guessBraces(ahead: Cursor, depth: number): ArgumentType {
  ahead.offset++;
  if (peek(ahead) === '}') return { kind: 'map', values: { kind: 'any' } };
  const first = guessElement({ text: ahead.text, offset: ahead.offset }, depth + 1);
  if (peek(ahead) !== '{') {
    readString(ahead, true);
    if (peek(ahead) === ':') return { kind: 'map', values: { kind: 'any' } };
  }
  return { kind: 'list', items: first };
}

/** True when a `;` outside of strings comes before the next `,` or the end. */
function semicolonFollows(cursor: Cursor): boolean {
  for (let offset = cursor.offset; offset < cursor.text.length; offset++) {
    const character = cursor.text.charAt(offset);
    if (character === ';') return true;
    if (character === ',') return false;
    if (character === '"' || character === '`') offset = endOfQuoted(cursor.text, offset) - 1;
  }
  return false;
}
