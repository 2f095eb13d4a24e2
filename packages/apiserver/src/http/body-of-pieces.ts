import { concatBytes } from '@kb/apimachinery/codec';
import type { PieceTurns } from '../loop-turns.ts';
import { toBytes } from './encode.ts';

/** Up to this many characters or bytes are a body that is there at once. */
const WHOLE = 1024 * 1024;
/** How many of a longer one are made at a time. */
const CHUNK = 64 * 1024;

/** Part of a body: text, or bytes. */
type Piece = string | Uint8Array;

/**
 * A body from its pieces: a short one at once, a long one while it is read, so that nothing holds all of it. Other work
 * goes on between pieces.
 */
export async function bodyOfPieces(
  pieces: Iterable<Piece>,
  turns?: PieceTurns,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const iterator = pieces[Symbol.iterator]();
  const first = await take(iterator, WHOLE, turns);
  return first.done ? joined(first.pieces) : rest(first.pieces, iterator, turns);
}

async function* rest(
  first: readonly Piece[],
  iterator: Iterator<Piece>,
  turns: PieceTurns | undefined,
): AsyncGenerator<Uint8Array> {
  yield joined(first);
  for (;;) {
    const { pieces, done } = await take(iterator, CHUNK, turns);
    if (pieces.length > 0) yield joined(pieces);
    if (done) return;
  }
}

/** The next pieces: until they have so many characters or bytes, or there are no more. */
async function take(
  iterator: Iterator<Piece>,
  length: number,
  turns: PieceTurns | undefined,
): Promise<{ readonly pieces: readonly Piece[]; readonly done: boolean }> {
  const pieces: Piece[] = [];
  let taken = 0;
  while (taken < length) {
    const turn = turns?.beforePiece();
    if (turn) await turn;
    const next = iterator.next();
    if (next.done) return { pieces, done: true };
    pieces.push(next.value);
    taken += next.value.length;
  }
  return { pieces, done: false };
}

function joined(pieces: readonly Piece[]): Uint8Array {
  if (pieces.every((piece) => typeof piece === 'string')) return toBytes(pieces.join(''));
  const chunks = pieces.map((piece) => (typeof piece === 'string' ? toBytes(piece) : piece));
  return concatBytes(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
}
