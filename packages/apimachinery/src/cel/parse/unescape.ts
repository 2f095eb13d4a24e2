import type { Literal } from '../ast/expr.ts';

/** What a token means, or why it means nothing. */
export type ReadLiteral = Literal | { readonly problem: string };

/** Reads a string in its quotes, with its prefix `r` if it has one. Its escape sequences are well formed. */
export function unescapeString(quoted: string): ReadLiteral {
  const { text, isRaw } = withoutQuotes(quoted);
  if (isRaw || !text.includes('\\')) return { type: 'string', value: text };
  const parts: string[] = [];
  for (const part of partsOf(text)) {
    if (typeof part === 'string') parts.push(part);
    else if (isCharacter(part.code)) parts.push(String.fromCodePoint(part.code));
    else return { problem: 'invalid unicode code point' };
  }
  return { type: 'string', value: parts.join('') };
}

/** Reads bytes, without the prefix `b`: a sequence of hexadecimal or octal digits is a byte. */
export function unescapeBytes(quoted: string): ReadLiteral {
  const { text, isRaw } = withoutQuotes(quoted);
  const encoder = new TextEncoder();
  if (isRaw || !text.includes('\\')) return { type: 'bytes', value: encoder.encode(text) };
  const bytes: number[] = [];
  for (const part of partsOf(text)) {
    if (typeof part === 'string') for (const byte of encoder.encode(part)) bytes.push(byte);
    else if (part.isUnicode) return { problem: 'unable to unescape string' };
    else bytes.push(part.code);
  }
  return { type: 'bytes', value: Uint8Array.from(bytes) };
}

function withoutQuotes(quoted: string): { readonly text: string; readonly isRaw: boolean } {
  const normal = quoted.includes('\r') ? quoted.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : quoted;
  const isRaw = !/^["']/.test(normal);
  const inQuotes = isRaw ? normal.slice(1) : normal;
  const isTriple = inQuotes.length >= 6 && /^(?:"""|''')/.test(inQuotes);
  return { text: isTriple ? inQuotes.slice(3, -3) : inQuotes.slice(1, -1), isRaw };
}

/** What an escape sequence means. */
interface Escape {
  readonly code: number;
  /** Whether it was written as a code point: `\u00e9`. */
  readonly isUnicode: boolean;
}

/** Plain texts and escape sequences, in their order. */
function* partsOf(text: string): Generator<string | Escape> {
  let start = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', start)) {
    if (at > start) yield text.slice(start, at);
    const { length, ...escape } = escapeAt(text, at);
    yield escape;
    start = at + length;
  }
  if (start < text.length) yield text.slice(start);
}

const letters: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['b', 0x08],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

function escapeAt(text: string, at: number): Escape & { readonly length: number } {
  const letter = text[at + 1] ?? '';
  switch (letter) {
    case 'x':
    case 'X':
      return { code: digitsAt(text, at + 2, 2, 16), isUnicode: false, length: 4 };
    case 'u':
      return { code: digitsAt(text, at + 2, 4, 16), isUnicode: true, length: 6 };
    case 'U':
      return { code: digitsAt(text, at + 2, 8, 16), isUnicode: true, length: 10 };
    case '0':
    case '1':
    case '2':
    case '3':
      return { code: digitsAt(text, at + 1, 3, 8), isUnicode: false, length: 4 };
    default:
      return { code: letters.get(letter) ?? letter.charCodeAt(0), isUnicode: false, length: 2 };
  }
}

function digitsAt(text: string, start: number, count: number, base: number): number {
  return Number.parseInt(text.slice(start, start + count), base);
}

function isCharacter(code: number): boolean {
  return code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
}
