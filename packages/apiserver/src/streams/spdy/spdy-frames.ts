/** The types of SPDY/3.1's control frames. */
export const frameTypes = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

/** The flag of the last frame of a stream. */
export const FIN = 1;
/** The length of the head of a frame. */
export const HEAD = 8;

/** The head of a frame. */
export type FrameHead =
  | { readonly isControl: true; readonly type: number; readonly flags: number; readonly length: number }
  | { readonly isControl: false; readonly stream: number; readonly flags: number; readonly length: number };

/** Reads the first eight bytes of a frame; undefined for another version of SPDY. */
export function readHead(bytes: Uint8Array): FrameHead | undefined {
  const view = viewOf(bytes);
  const first = view.getUint32(0);
  const second = view.getUint32(4);
  const [flags, length] = [second >>> 24, second & 0xffffff];
  if (first < 0x8000_0000) return { isControl: false, stream: first, flags, length };
  if (first >>> 16 !== 0x8003) return undefined;
  return { isControl: true, type: first & 0xffff, flags, length };
}

/** Writes a frame of data. */
export function dataFrame(stream: number, data: Uint8Array, flags = 0): Uint8Array {
  const frame = new Uint8Array(HEAD + data.length);
  const view = viewOf(frame);
  view.setUint32(0, stream);
  view.setUint32(4, ((flags << 24) | data.length) >>> 0);
  frame.set(data, HEAD);
  return frame;
}

/** Writes a control frame of 32-bit numbers, and bytes after them. */
export function controlFrame(
  type: number,
  numbers: readonly number[],
  rest: Uint8Array = new Uint8Array(),
): Uint8Array {
  const frame = new Uint8Array(HEAD + numbers.length * 4 + rest.length);
  const view = viewOf(frame);
  view.setUint32(0, (0x8003_0000 | type) >>> 0);
  view.setUint32(4, numbers.length * 4 + rest.length);
  numbers.forEach((number, index) => view.setUint32(HEAD + index * 4, number));
  frame.set(rest, HEAD + numbers.length * 4);
  return frame;
}

/** Reads the 32-bit number at a place; 0 after the end. */
export function numberAt(bytes: Uint8Array, place: number): number {
  return place + 4 <= bytes.length ? viewOf(bytes).getUint32(place) : 0;
}

/**
 * The headers of an empty SYN_REPLY, compressed: uncompressed blocks of zlib, so that no compressor is needed.
 * `isFirst`: with the head of the compressed data, which a connection has once. `dictionaryId`: Adler-32 of the
 * dictionary.
 */
export function emptyHeaders(isFirst: boolean, dictionaryId: number): Uint8Array {
  // The empty block at the end makes readers return what they have read.
  const block = [0, 4, 0, 0xfb, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
  if (!isFirst) return Uint8Array.from(block);
  const id = [dictionaryId >>> 24, (dictionaryId >>> 16) & 0xff, (dictionaryId >>> 8) & 0xff, dictionaryId & 0xff];
  return Uint8Array.from([0x78, 0xbb, ...id, ...block]);
}

/** Reads a decompressed block of headers; undefined if it is malformed. Of a repeated name, the first value counts. */
export function readHeaderBlock(block: Uint8Array): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>();
  if (block.length < 4) return undefined;
  let place = 4;
  const text = (): string | undefined => {
    if (place + 4 > block.length) return undefined;
    const length = numberAt(block, place);
    const from = place + 4;
    place = from + length;
    return place > block.length ? undefined : Buffer.from(block.subarray(from, place)).toString('latin1');
  };
  for (let left = numberAt(block, 0); left > 0; left -= 1) {
    const [name, value] = [text(), text()];
    if (name === undefined || value === undefined) return undefined;
    const [first = ''] = value.split('\0', 1);
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), first);
  }
  return headers;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
