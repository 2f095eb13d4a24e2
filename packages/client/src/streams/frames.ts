import { concatBytes } from '@kb/apimachinery/codec';

/** The opcodes of WebSocket frames (RFC 6455). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Bits of the first two bytes of a frame. */
const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const MASKED = 0x80;
const LENGTH = 0x7f;
/** Values of the length that announce two and eight bytes of length. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;
/** The longest payload of a control frame. */
const MAX_CONTROL = 125;
const MASK_LENGTH = 4;
/** The most fragments of a message: each takes more memory than its bytes. */
const MAX_PARTS = 1 << 16;

/** Encodes a frame that is a whole message, as a client sends it: masked with four random bytes. */
export function encodeFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const { length } = payload;
  const extra = length < LENGTH_16 ? 0 : length <= 0xffff ? 2 : 8;
  const start = 2 + extra + MASK_LENGTH;
  const frame = new Uint8Array(start + length);
  const view = new DataView(frame.buffer);
  frame[0] = FINAL | opcode;
  frame[1] = MASKED | (extra === 0 ? length : extra === 2 ? LENGTH_16 : LENGTH_64);
  if (extra === 2) view.setUint16(2, length);
  if (extra === 8) view.setBigUint64(2, BigInt(length));
  frame.set(mask, 2 + extra);
  for (let at = 0; at < length; at += 1) frame[start + at] = (payload[at] ?? 0) ^ (mask[at % MASK_LENGTH] ?? 0);
  return frame;
}

/** A message or a control frame of the server. */
export interface Received {
  readonly opcode: number;
  readonly payload: Uint8Array;
}

/** Reads the frames of a server, from chunks that end anywhere. */
export interface FrameReader {
  /**
   * Returns the messages and control frames that this chunk completes. Throws a RangeError for a message that is too
   * long, and a SyntaxError for bytes that are not the frames of a server.
   */
  push(chunk: Uint8Array): Received[];
}

/** Creates a reader of messages of at most `maxLength` bytes. */
export function createFrameReader(maxLength: number): FrameReader {
  let chunks: Uint8Array[] = [];
  let available = 0;
  let header: Header | undefined;
  /** The frames of an incomplete message. */
  let message: { readonly opcode: number; readonly parts: Uint8Array[]; length: number } | undefined;

  /** Takes bytes from the front; undefined if there are too few. Joins chunks only when a frame is complete. */
  const take = (length: number): Uint8Array | undefined => {
    if (available < length) return undefined;
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : concatBytes(chunks, available);
    chunks = all.length > length ? [all.subarray(length)] : [];
    available -= length;
    return all.subarray(0, length);
  };

  const complete = ({ opcode, final }: Header, payload: Uint8Array): Received | undefined => {
    if (opcode >= opcodes.close) return { opcode, payload };
    if ((opcode === opcodes.continuation) !== (message !== undefined))
      throw new SyntaxError('the server sent the parts of a message out of order');
    message ??= { opcode, parts: [], length: 0 };
    message.length += payload.length;
    if (message.length > maxLength) throw new RangeError(`the server sent a message of over ${maxLength} bytes`);
    if (payload.length > 0) message.parts.push(payload);
    if (message.parts.length > MAX_PARTS) throw new RangeError(`the server sent a message in over ${MAX_PARTS} parts`);
    if (!final) return undefined;
    const whole = { opcode: message.opcode, payload: concatBytes(message.parts, message.length) };
    message = undefined;
    return whole;
  };

  return {
    push: (chunk) => {
      if (chunk.length > 0) chunks.push(chunk);
      available += chunk.length;
      const received: Received[] = [];
      for (;;) {
        header ??= readHeader(chunks, available, maxLength, take);
        if (header === undefined) return received;
        const payload = take(header.length);
        if (payload === undefined) return received;
        const one = complete(header, payload);
        header = undefined;
        if (one !== undefined) received.push(one);
      }
    },
  };
}

interface Header {
  readonly opcode: number;
  readonly final: boolean;
  readonly length: number;
}

/** Reads the header of the next frame; undefined if it is incomplete. */
function readHeader(
  chunks: readonly Uint8Array[],
  available: number,
  maxLength: number,
  take: (length: number) => Uint8Array | undefined,
): Header | undefined {
  if (available < 2) return undefined;
  const second = chunks[0] !== undefined && chunks[0].length > 1 ? chunks[0][1] : chunks[1]?.[0];
  const short = (second ?? 0) & LENGTH;
  const extra = short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0;
  const bytes = take(2 + extra);
  if (bytes === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint8(0);
  const opcode = first & OPCODE;
  const final = (first & FINAL) !== 0;
  const length = extra === 0 ? short : extra === 2 ? view.getUint16(2) : Number(view.getBigUint64(2));
  if ((first & RESERVED) !== 0) throw new SyntaxError('the server sent a frame with an extension');
  if ((view.getUint8(1) & MASKED) !== 0) throw new SyntaxError('the server sent a masked frame');
  const isControl = opcode >= opcodes.close;
  if (isControl ? opcode > opcodes.pong || !final || length > MAX_CONTROL : opcode > opcodes.binary)
    throw new SyntaxError('the server sent an invalid frame');
  if (length > maxLength) throw new RangeError(`the server sent a message of over ${maxLength} bytes`);
  return { opcode, final, length };
}
