import { concatBytes } from '@kb/apimachinery/codec';

/** Splits bytes that arrive in chunks into lines, independently of where chunks end, even within a character. */
export interface LineSplitter {
  /**
   * Returns the lines that this chunk completes, without line ends. Throws a RangeError if the incomplete line exceeds
   * the limit.
   */
  push(chunk: Uint8Array): Uint8Array[];
  /** Returns the bytes after the last line end; empty if there are none. */
  rest(): Uint8Array;
}

const LINE_FEED = 0x0a;

/** Creates a splitter for lines of at most `maxLength` bytes. */
export function createLineSplitter(maxLength: number): LineSplitter {
  let pending: Uint8Array[] = [];
  let pendingLength = 0;

  function take(): Uint8Array {
    const line = concatBytes(pending, pendingLength);
    pending = [];
    pendingLength = 0;
    return line;
  }

  function keep(piece: Uint8Array): void {
    pendingLength += piece.length;
    if (pendingLength > maxLength) throw new RangeError(`a line is longer than ${maxLength} bytes`);
    if (piece.length > 0) pending.push(piece);
  }

  return {
    push: (chunk) => {
      const lines: Uint8Array[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        keep(chunk.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      keep(chunk.subarray(start));
      return lines;
    },
    rest: take,
  };
}
