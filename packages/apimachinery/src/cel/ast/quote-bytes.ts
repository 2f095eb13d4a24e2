import { quoteString } from '../../codec/go-format.ts';

/** Quotes bytes as Go's strconv.Quote does: as a string where they are UTF-8, else as `\xff`. */
export function quoteBytes(bytes: Uint8Array): string {
  let quoted = '';
  for (let start = 0; start < bytes.length;) {
    const text = characterAt(bytes, start);
    quoted += text === undefined ? `\\x${(bytes[start] ?? 0).toString(16).padStart(2, '0')}` : withoutQuotes(text);
    start += text === undefined ? 1 : lengthOf(bytes[start] ?? 0);
  }
  return `"${quoted}"`;
}

function withoutQuotes(text: string): string {
  return quoteString(text).slice(1, -1);
}

function characterAt(bytes: Uint8Array, start: number): string | undefined {
  try {
    const character = bytes.subarray(start, start + lengthOf(bytes[start] ?? 0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(character);
  } catch {
    return undefined;
  }
}

/** How many bytes the character has that this byte begins. */
function lengthOf(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
