import type { LoopTurns } from '../loop-turns.ts';
import { toBytes } from './encode.ts';

/** Texts up to this many characters are a body that is there at once. */
const WHOLE = 1024 * 1024;
/** How many characters of a longer one are made at a time. */
const PIECE = 64 * 1024;

/**
 * A line of JSON as a body, from its pieces: a short one at once, a long one while it is read, so that nothing holds
 * all of it and other work goes on.
 */
export function bodyOfPieces(
  pieces: Iterable<string>,
  turns?: Pick<LoopTurns, 'beforePiece'>,
): Uint8Array | AsyncIterable<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const first = take(iterator, WHOLE);
  return first.done ? toBytes(`${first.text}\n`) : rest(first.text, iterator, turns);
}

async function* rest(
  first: string,
  iterator: Iterator<string>,
  turns: Pick<LoopTurns, 'beforePiece'> | undefined,
): AsyncGenerator<Uint8Array> {
  yield toBytes(first);
  for (;;) {
    const turn = turns?.beforePiece();
    if (turn) await turn;
    const { text, done } = take(iterator, PIECE);
    yield toBytes(done ? `${text}\n` : text);
    if (done) return;
  }
}

/** The next pieces joined: until they have so many characters, or there are no more. */
function take(iterator: Iterator<string>, characters: number): { readonly text: string; readonly done: boolean } {
  const taken: string[] = [];
  let length = 0;
  while (length < characters) {
    const next = iterator.next();
    if (next.done) return { text: taken.join(''), done: true };
    taken.push(next.value);
    length += next.value.length;
  }
  return { text: taken.join(''), done: false };
}
