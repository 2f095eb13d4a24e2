/** Lengths of a text and a part whose product is smaller are left to JavaScript's own search. */
const SMALL = 1_000_000;

/**
 * Where a part that is not empty is in a text, from a position on; -1 if nowhere. JavaScript's own search takes, for
 * some texts, as long as the product of both lengths; this takes as long as their sum.
 */
export function findText(text: string, part: string, from = 0): number {
  return isSmall(text, part) ? text.indexOf(part, from) : (positions(text, part, from).next().value ?? -1);
}

/** Where a part that is not empty is last in a text, beginning at a position or before it; -1 if nowhere. */
export function findLastText(text: string, part: string, from: number): number {
  if (isSmall(text, part)) return text.lastIndexOf(part, from);
  let last = -1;
  for (const position of positions(text, part, 0)) {
    if (position > from) break;
    last = position;
  }
  return last;
}

/** The text between the places where a part that is not empty is. */
export function splitText(text: string, part: string): string[] {
  if (isSmall(text, part)) return text.split(part);
  const pieces: string[] = [];
  let end = 0;
  for (const position of positions(text, part, 0)) {
    if (position < end) continue;
    pieces.push(text.slice(end, position));
    end = position + part.length;
  }
  pieces.push(text.slice(end));
  return pieces;
}

function isSmall(text: string, part: string): boolean {
  return text.length * part.length < SMALL || part.length < 8;
}

/** All places, also those that overlap: by the algorithm of Knuth, Morris and Pratt. */
function* positions(text: string, part: string, from: number): Generator<number, undefined> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (code === part.charCodeAt(matched)) matched += 1;
    if (matched < part.length) continue;
    yield at - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
  return undefined;
}

/** Of each beginning of a text, the length of the longest shorter one that it also ends with. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (length > 0 && code !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (code === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
