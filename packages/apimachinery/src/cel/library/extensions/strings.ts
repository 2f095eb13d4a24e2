import { trimSpace } from '../../../text/trim-space.ts';
import { findLastText, findText, splitText } from '../../values/find-text.ts';
import { elementsOf, listOf } from '../../values/list.ts';
import { printValue } from '../../values/print-value.ts';
import { codePointCount } from '../../values/size.ts';
import { type CelError, celError, type CelList, type CelValue } from '../../values/value.ts';
import {
  binary,
  type FunctionTable,
  isInteger,
  isList,
  isText,
  quaternary,
  ternary,
  unary,
} from '../overloads/implementation.ts';
import { spend } from '../../values/work.ts';

type Integer = number | bigint;

/** Texts in which a code point is a unit of UTF-16 are indexed as they are. */
function hasSurrogates(text: string): boolean {
  spend(text.length);
  return /[\ud800-\udfff]/.test(text);
}

/** The nanoseconds that it takes to take a character out of a text, and to copy one. */
const CHARACTER_WORK = 20;
const COPY_WORK = 2;

/** The characters of a text. */
function charactersOf(text: string): string[] {
  spend(text.length * CHARACTER_WORK);
  return Array.from(text);
}

/** A text again and again between others: its length is counted before it is made. */
function joined(parts: readonly string[], separator: string): string {
  let length = separator.length * parts.length;
  for (const part of parts) length += part.length;
  spend(parts.length * CHARACTER_WORK + length * COPY_WORK);
  return parts.join(separator);
}

/** The part of a text between two positions in code points. */
function slice(text: string, start: number, end?: number): string {
  return hasSurrogates(text) ? charactersOf(text).slice(start, end).join('') : text.slice(start, end);
}

const outOfRange = (index: Integer): CelError => celError(`index out of range: ${index}`);

function charAt(text: string, index: Integer): CelValue {
  const position = Number(index);
  if (position < 0 || position > codePointCount(text)) return outOfRange(index);
  return slice(text, position, position + 1);
}

function indexOf(text: string, part: string, offset: Integer): CelValue {
  if (part === '') return offset;
  const start = Number(offset);
  if (start < 0) return outOfRange(offset);
  if (!hasSurrogates(text)) return start >= text.length ? -1 : findText(text, part, start);
  const skipped = slice(text, 0, start);
  const found = findText(text, part, skipped.length);
  return found === -1 || skipped === text ? -1 : codePointCount(text.slice(0, found));
}

function lastIndexOf(text: string, part: string, offset: Integer): CelValue {
  if (part === '') return offset;
  const start = Number(offset);
  if (start < 0) return outOfRange(offset);
  const size = codePointCount(text);
  if (start >= size) return -1;
  const from = size === text.length ? start : slice(text, 0, start).length;
  const found = findLastText(text, part, from);
  return found === -1 ? -1 : codePointCount(text.slice(0, found));
}

function lastIndexInAll(text: string, part: string): CelValue {
  const size = codePointCount(text);
  if (part === '') return size;
  return size === 0 ? -1 : lastIndexOf(text, part, size - 1);
}

/** `text.replace(old, replacement, count)`; a negative count replaces all. */
function replace(text: string, old: string, replacement: string, count: Integer): string {
  if (count < 0) return replaceAll(text, old, replacement);
  const parts = old === '' ? ['', ...charactersOf(text)] : splitText(text, old);
  const limit = Math.min(Number(count), old === '' ? parts.length : parts.length - 1);
  if (limit === 0) return text;
  if (old === '') return replaced(parts, limit, replacement);
  return joined(parts.slice(0, limit), replacement) + replacement + joined(parts.slice(limit), old);
}

/** Each of the first parts after the replacement, and the others as they are. */
function replaced(parts: readonly string[], limit: number, replacement: string): string {
  // The first part is empty: the replacement also stands before the first character.
  return joined([...parts.slice(0, limit), ''], replacement) + parts.slice(limit).join('');
}

function replaceAll(text: string, old: string, replacement: string): string {
  return joined(old === '' ? ['', ...charactersOf(text), ''] : splitText(text, old), replacement);
}

/** `text.split(separator, count)`; a negative count splits at all separators. */
function split(text: string, separator: string, count: Integer): CelList {
  if (count === 0) return listOf([]);
  const parts = separator === '' ? charactersOf(text) : splitText(text, separator);
  const limit = Number(count);
  if (limit < 0 || parts.length <= limit) return listOf(parts);
  return listOf([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)]);
}

function substring(text: string, start: Integer): CelValue {
  const from = Number(start);
  return from < 0 || from > codePointCount(text) ? outOfRange(start) : slice(text, from);
}

function substringTo(text: string, start: Integer, end: Integer): CelValue {
  if (start > end) return celError(`invalid substring range. start: ${start}, end: ${end}`);
  const size = codePointCount(text);
  if (start < 0 || start > size) return outOfRange(start);
  return end < 0 || end > size ? outOfRange(end) : slice(text, Number(start), Number(end));
}

function join(list: CelList, separator: string): CelValue {
  const texts: string[] = [];
  for (const element of elementsOf(list)) {
    if (typeof element !== 'string') return celError(`join: invalid input: ${printValue(element)}`);
    texts.push(element);
  }
  return joined(texts, separator);
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const escapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** `strings.quote(text)`: other than Go's quotes, with all other characters as they are. */
function quote(text: string): string {
  return `"${Array.from(text, (character) => escapes.get(character) ?? character).join('')}"`;
}

/** The functions of texts: those of the language, and of cel-go's library of version 2. */
export const strings: FunctionTable = {
  contains_string: binary(isText, isText, (text, part) => text.includes(part)),
  ends_with_string: binary(isText, isText, (text, part) => text.endsWith(part)),
  starts_with_string: binary(isText, isText, (text, part) => text.startsWith(part)),
  string_char_at_int: binary(isText, isInteger, charAt),
  string_index_of_string: binary(isText, isText, (text, part) => indexOf(text, part, 0)),
  string_index_of_string_int: ternary(isText, isText, isInteger, indexOf),
  string_last_index_of_string: binary(isText, isText, lastIndexInAll),
  string_last_index_of_string_int: ternary(isText, isText, isInteger, lastIndexOf),
  string_lower_ascii: unary(isText, lowerAscii),
  string_upper_ascii: unary(isText, upperAscii),
  string_replace_string_string: ternary(isText, isText, isText, replaceAll),
  string_replace_string_string_int: quaternary(isText, isText, isText, isInteger, replace),
  string_split_string: binary(isText, isText, (text, separator) => split(text, separator, -1)),
  string_split_string_int: ternary(isText, isText, isInteger, split),
  string_substring_int: binary(isText, isInteger, substring),
  string_substring_int_int: ternary(isText, isInteger, isInteger, substringTo),
  string_trim: unary(isText, trimSpace),
  strings_quote: unary(isText, quote),
  string_jsonpatch_escapeKey_string: unary(isText, (key) => key.replaceAll('~', '~0').replaceAll('/', '~1')),
  list_join: unary(isList, (list) => join(list, '')),
  list_join_string: binary(isList, isText, join),
};
