import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from './own-property.ts';
import { hasSurrogateEscape, isPlainNumber } from './parse-json-natively.ts';
import { KEPT_JSON_DEPTH, parseJson } from './parse-json.ts';

/**
 * Reads JSON with many repeated parts, such as the objects of a list, into read-only values. Repeated parts share one
 * value: short strings, and the `fieldsV1` of managed fields, which are half of a typical object and equal for most
 * objects of a kind. The values equal those of {@link parseJson}, but take a third of the memory and half of the time.
 * Shared parts are frozen.
 */
export interface SharedJsonReader {
  /** Throws a JsonSyntaxError as {@link parseJson} does. */
  readonly read: (input: string | Uint8Array) => JsonValue;
}

/** Creates a reader. Its cache of shared values is bounded to a few MB. */
export function createSharedJsonReader(): SharedJsonReader {
  const fields = createFieldSets();
  const strings = createBoundedCache<string>(MAX_STRINGS_LENGTH);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  const stringOf = (text: string): string => {
    if (text.length < MIN_STRING_LENGTH || text.length > MAX_STRING_LENGTH) return text;
    const known = strings.get(text);
    if (known === undefined) strings.set(text, text);
    return known ?? text;
  };

  const read = (text: string): JsonValue | undefined => {
    if (hasSurrogateEscape(text)) return undefined;
    try {
      const { rest, found } = takeFieldsOut(text, fields);
      return share(JSON.parse(rest) as JsonValue, { found, stringOf }, KEPT_JSON_DEPTH - MAX_FIELDS_DEPTH);
    } catch {
      // Our own parser reads it, or reports the error.
      return undefined;
    }
  };

  return {
    read: (input) => {
      const text = typeof input === 'string' ? input : decoder.decode(input);
      return read(text) ?? parseJson(text);
    },
  };
}

/** Shorter strings are shared by the engine itself. */
const MIN_STRING_LENGTH = 11;
/** Longer strings rarely repeat. */
const MAX_STRING_LENGTH = 64;
/** How many characters of strings are kept for sharing. */
const MAX_STRINGS_LENGTH = 500_000;
const MAX_FIELDS_LENGTH = 1_000_000;
/** Field sets are as deep as their objects. Deeper ones are not shared. */
const MAX_FIELDS_DEPTH = 100;

/** A field set and the text that it was read from. */
interface FieldSetText {
  readonly text: string;
  readonly value: JsonObject;
}

/** Field sets by their texts. */
interface FieldSets {
  /** Returns the field set at an index of a text; undefined if there is no object. */
  at(text: string, start: number): FieldSetText | undefined;
}

/** How many recent field sets are compared with the text before searching for the end of the object. */
const RECENT_FIELDS = 6;

function createFieldSets(): FieldSets {
  const all = createBoundedCache<FieldSetText>(MAX_FIELDS_LENGTH);
  const recent: FieldSetText[] = [];

  const readAt = (text: string, start: number): FieldSetText | undefined => {
    const end = endOfObject(text, start);
    if (end === undefined) return undefined;
    const part = text.slice(start, end);
    const known = all.get(part);
    if (known !== undefined) return known;
    const value = parseJson(part, { maxDepth: MAX_FIELDS_DEPTH });
    if (!isJsonObject(value)) return undefined;
    freeze(value);
    const made = { text: copyOf(part), value };
    all.set(made.text, made);
    return made;
  };

  return {
    at: (text, start) => {
      // If the text continues with a known complete object, it has exactly that object here.
      const index = recent.findIndex((one) => text.startsWith(one.text, start));
      const found = index === -1 ? readAt(text, start) : recent[index];
      if (found === undefined || index === 0) return found;
      if (index > 0) recent.splice(index, 1);
      else if (recent.length === RECENT_FIELDS) recent.pop();
      recent.unshift(found);
      return found;
    },
  };
}

const MARK = '"fieldsV1"';

/** A text in which field sets are replaced by numbers, and the sets by these numbers. */
interface WithoutFields {
  readonly rest: string;
  readonly found: readonly JsonObject[];
}

/**
 * Replaces every `"fieldsV1":{…}`. In JSON these characters are always a key, because quotes inside a string are
 * escaped. Replaces nothing if one of them is not an object, is incomplete, or may be written with escapes.
 */
function takeFieldsOut(text: string, fields: FieldSets): WithoutFields {
  const untouched = { rest: text, found: [] };
  if (text.includes('\\u') && LETTER_OR_DIGIT_ESCAPE.test(text)) return untouched;
  const found: JsonObject[] = [];
  let rest = '';
  let from = 0;
  for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, from)) {
    const start = at + MARK.length + 1;
    if (text.charCodeAt(start - 1) !== COLON) return untouched;
    const set = fields.at(text, start);
    if (set === undefined) return untouched;
    rest += text.slice(from, start) + String(found.length);
    found.push(set.value);
    from = start + set.text.length;
  }
  return from === 0 ? untouched : { rest: rest + text.slice(from), found };
}

/** Returns where the object that begins at `start` ends; undefined if there is none. */
function endOfObject(text: string, start: number): number | undefined {
  if (text.charCodeAt(start) !== BRACE) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at === -1) return undefined;
    } else if (code === BRACE) {
      depth += 1;
    } else if (code === END_BRACE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Returns the index of the closing quote of the string that begins at `start`; -1 if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = at - 1;
    while (text.charCodeAt(slashes) === BACKSLASH) slashes -= 1;
    if ((at - slashes) % 2 === 1) return at;
  }
  return -1;
}

/** Escapes such as `\u0041`, with which keys can be written. */
const LETTER_OR_DIGIT_ESCAPE = /\\u00(?:3\d|[4-7])/;

const QUOTE = 0x22;
const COLON = 0x3a;
const BRACE = 0x7b;
const END_BRACE = 0x7d;
const BACKSLASH = 0x5c;

/** The values to share. */
interface Shares {
  readonly found: readonly JsonObject[];
  stringOf(text: string): string;
}

/** Replaces parts of a newly parsed value by shared values. Throws if the engine's parser may differ from parseJson. */
function share(value: JsonValue, shares: Shares, depth: number): JsonValue {
  if (typeof value === 'string') return shares.stringOf(value);
  if (typeof value === 'number') {
    if (!isPlainNumber(value)) throw new RangeError('a number to be read with care');
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RangeError('nested too deep');
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index] ?? null;
      const shared = share(item, shares, depth - 1);
      if (shared !== item) value[index] = shared;
    }
    return value;
  }
  // All of them are own keys, `__proto__` too: as an own property it is read and written like any other.
  for (const key in value) {
    const item = value[key] ?? null;
    // These are unique.
    if ((key === 'uid' || key === 'resourceVersion') && typeof item === 'string') continue;
    const shared = key === 'fieldsV1' ? fieldsAt(item, shares.found) : share(item, shares, depth - 1);
    if (shared !== item) value[key] = shared;
  }
  return value;
}

function fieldsAt(item: JsonValue, found: readonly JsonObject[]): JsonValue {
  const fields = typeof item === 'number' ? found[item] : undefined;
  // A number in the original text.
  if (fields === undefined) throw new RangeError('fields to be read with care');
  return fields;
}

function freeze(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) freeze(item);
  Object.freeze(value);
}

/** Copies a short part of a text: a slice would keep the whole text in memory. */
const copyOf = (part: string): string => ` ${part}`.slice(1);

/** Values by their texts; starts over when the texts together exceed `maxLength`. */
function createBoundedCache<T>(maxLength: number): {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
} {
  let values = new Map<string, T>();
  let length = 0;
  return {
    get: (text) => values.get(text),
    set: (text, value) => {
      length += text.length + 32;
      if (length > maxLength) {
        values = new Map();
        length = text.length;
      }
      values.set(text, value);
    },
  };
}
