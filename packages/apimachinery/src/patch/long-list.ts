import type { JsonValue } from '../json.ts';

/** The items of a long list while it is changed: an insertion or a removal moves few of the others. */
export interface LongList {
  readonly length: () => number;
  /** The item at an index below the length. */
  readonly at: (index: number) => JsonValue | undefined;
  readonly set: (index: number, item: JsonValue) => void;
  /** Inserts an item before the one at the index, or at the end. */
  readonly insert: (index: number, item: JsonValue) => void;
  readonly remove: (index: number) => void;
  /** All items, in order. */
  readonly items: () => Iterable<JsonValue>;
}

/** The length of the pieces that a list is cut into; those that grow to twice this are cut again. */
const PIECE = 512;

/** Cuts a list into pieces, of which an insertion or removal changes one. The list itself is not changed. */
export function createLongList(list: readonly JsonValue[]): LongList {
  const pieces: JsonValue[][] = [];
  for (let start = 0; start < list.length; start += PIECE) pieces.push(list.slice(start, start + PIECE));
  let length = list.length;

  /** The piece with an item, or the last one for the end of the list, and where the item is in it. */
  const locate = (index: number): { readonly piece: JsonValue[]; readonly number: number; readonly offset: number } => {
    let offset = index;
    for (const [number, piece] of pieces.entries()) {
      if (offset < piece.length || number === pieces.length - 1) return { piece, number, offset };
      offset -= piece.length;
    }
    const piece: JsonValue[] = [];
    pieces.push(piece);
    return { piece, number: 0, offset: 0 };
  };

  return {
    length: () => length,
    at: (index) => {
      const { piece, offset } = locate(index);
      return piece[offset];
    },
    set: (index, item) => {
      const { piece, offset } = locate(index);
      piece[offset] = item;
    },
    insert: (index, item) => {
      const { piece, number, offset } = locate(index);
      piece.splice(offset, 0, item);
      length += 1;
      if (piece.length >= 2 * PIECE) pieces.splice(number + 1, 0, piece.splice(PIECE));
    },
    remove: (index) => {
      const { piece, number, offset } = locate(index);
      piece.splice(offset, 1);
      length -= 1;
      if (piece.length === 0) pieces.splice(number, 1);
    },
    items: function* items() {
      for (const piece of pieces) yield* piece;
    },
  };
}
