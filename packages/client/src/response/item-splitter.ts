import { concatBytes } from '@kb/apimachinery/codec';

/**
 * Takes the items out of the JSON of a list that comes in pieces, so that each can be read, and its bytes forgotten,
 * while the rest is still on its way.
 */
export interface ItemSplitter {
  /** The bytes of the items that this piece completes. Whether they are JSON is for the reader to see. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Everything else: the list, with an empty one in the place of its items. Of what was cut it is not JSON either. */
  rest(): Uint8Array;
}

/** Makes a splitter of one list. Its items are those of the top level's first `items`, when that is an array. */
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
        // What stands between the brackets of an empty list is not an item.
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

/** Looks for `"items":[` in the outermost object. A string before a colon is always a key. */
function createHeadScanner(): { scan(chunk: Uint8Array): number; found(): boolean } {
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** How many characters of the string are the key's so far; -1: it is another one. */
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
    /** Returns where the items begin, or the end of the chunk. */
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

/** Finds where items end: at a comma or bracket that is in no string and nothing else. */
function createItemScanner(): { scan(chunk: Uint8Array, from: number): number } {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    /** Returns where the item ends, or the end of the chunk. */
    scan: (chunk, from) => {
      // Every byte of every list goes through this loop: it works on variables of its own.
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

/** Bytes that are kept piece by piece. */
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
