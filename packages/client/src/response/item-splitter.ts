import { concatBytes } from '@kb/apimachinery/codec';

/**
 * Extracts the items from the JSON of a list that arrives in chunks, so that each item can be parsed and its bytes
 * released while the rest is still arriving.
 */
export interface ItemSplitter {
  /** Returns the bytes of the items that this chunk completes. They are not checked to be JSON. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Returns everything else: the list with empty `items`. If the list was truncated, this is not valid JSON. */
  rest(): Uint8Array;
}

/** Creates a splitter of one list. The items are those of the first top-level `items`, if that is an array. */
export function createItemSplitter(): ItemSplitter {
  let part: 'head' | 'items' | 'tail' = 'head';
  const outside = createPieces();
  const item = createPieces();
  const head = createHeadScanner();
  const scanner = createItemScanner();
  let count = 0;

  return {
    push: (chunk) => {
      const items: Uint8Array[] = [];
      let at = 0;
      if (part === 'head') {
        at = head.scan(chunk);
        outside.add(chunk.subarray(0, at));
        if (head.found()) part = 'items';
      }
      while (part === 'items' && at < chunk.length) {
        const end = scanner.scan(chunk, at);
        item.add(chunk.subarray(at, end));
        if (end === chunk.length) return items;
        const last = chunk[end] === END_BRACKET;
        const bytes = item.take();
        // White space in an empty list is not an item.
        if (!(last && count === 0 && isBlank(bytes))) items.push(bytes);
        count += 1;
        at = last ? end : end + 1;
        if (last) part = 'tail';
      }
      if (part === 'tail') outside.add(chunk.subarray(at));
      return items;
    },
    rest: () => {
      outside.add(item.take());
      return outside.take();
    },
  };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const END_BRACKET = 0x5d;
const BRACE = 0x7b;
const END_BRACE = 0x7d;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isBlank = (bytes: Uint8Array): boolean => bytes.every(isSpace);

/** `items` */
const keyBytes: readonly number[] = [0x69, 0x74, 0x65, 0x6d, 0x73];

/** Searches for `"items":[` in the outermost object. A string before a colon is always a key. */
function createHeadScanner(): { scan(chunk: Uint8Array): number; found(): boolean } {
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** How many characters of the key have matched; -1: the string is another key. */
  let matched = -1;
  let seen: 'nothing' | 'key' | 'colon' | 'all' = 'nothing';

  const insideString = (byte: number): void => {
    if (byte === QUOTE && !escaped) {
      inString = false;
      seen = depth === 1 && matched === keyBytes.length ? 'key' : 'nothing';
      return;
    }
    escaped = byte === BACKSLASH && !escaped;
    matched = byte === keyBytes[matched] ? matched + 1 : -1;
  };

  const outsideString = (byte: number): void => {
    if (isSpace(byte)) return;
    if (byte === COLON) {
      seen = seen === 'key' ? 'colon' : 'nothing';
      return;
    }
    seen = seen === 'colon' && byte === BRACKET ? 'all' : 'nothing';
    if (byte === QUOTE) {
      inString = true;
      matched = 0;
    } else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
    } else if (byte === END_BRACE || byte === END_BRACKET) {
      depth -= 1;
    }
  };

  return {
    /** Returns the index where the items begin, or the end of the chunk. */
    scan: (chunk) => {
      for (const [at, byte] of chunk.entries()) {
        if (inString) insideString(byte);
        else outsideString(byte);
        if (seen === 'all') return at + 1;
      }
      return chunk.length;
    },
    found: () => seen === 'all',
  };
}

/** Finds the ends of items: a comma or bracket outside of strings and nested values. */
function createItemScanner(): { scan(chunk: Uint8Array, from: number): number } {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    /** Returns the index where the item ends, or the end of the chunk. */
    scan: (chunk, from) => {
      // This loop processes every byte of every list, so it uses local variables.
      let [level, quoted, skip] = [depth, inString, escaped];
      let at = from;
      for (; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (quoted) {
          if (skip) skip = false;
          else if (byte === QUOTE) quoted = false;
          else if (byte === BACKSLASH) skip = true;
        } else if (byte === QUOTE) {
          quoted = true;
        } else if (byte === BRACE || byte === BRACKET) {
          level += 1;
        } else if (byte === COMMA || byte === END_BRACE || byte === END_BRACKET) {
          if (level === 0) break;
          if (byte !== COMMA) level -= 1;
        }
      }
      [depth, inString, escaped] = [level, quoted, skip];
      return at;
    },
  };
}

/** A buffer of chunks. */
function createPieces(): { add(piece: Uint8Array): void; take(): Uint8Array } {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add: (piece) => {
      if (piece.length === 0) return;
      pieces.push(piece);
      length += piece.length;
    },
    take: () => {
      const bytes = concatBytes(pieces, length);
      pieces = [];
      length = 0;
      return bytes;
    },
  };
}
