import { createByteReader } from './byte-reader.ts';

/** The kinds of WebSocket frames (RFC 6455). */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame from a client, with its payload unmasked. */
export interface WebSocketFrame {
  readonly opcode: number;
  readonly final: boolean;
  readonly payload: Uint8Array;
}

/** What a client must not send. The connection is closed with the code. */
export class WebSocketError extends Error {
  override readonly name = 'WebSocketError';
  /** The code of the close frame. */
  readonly closeCode: number;

  constructor(closeCode: number, message: string) {
    super(message);
    this.closeCode = closeCode;
  }
}

const NORMAL_CLOSURE = 1000;
const PROTOCOL_ERROR = 1002;
const TOO_LARGE = 1009;
/** Codes that stand for a close frame without a code, or for none. */
const neverSent: ReadonlySet<number> = new Set([1004, 1005, 1006]);

/** Reads the frames of a client. Throws a {@link WebSocketError} for a wrong or too large one, before it is read. */
export async function* readFrames(
  received: AsyncIterable<Uint8Array>,
  maxPayload: number,
): AsyncGenerator<WebSocketFrame> {
  const bytes = createByteReader(received);
  for (;;) {
    const start = await bytes.take(2);
    if (!start) return;
    const [first = 0, second = 0] = start;
    const opcode = first & 0x0f;
    const isControl = opcode >= opcodes.close;
    const final = (first & 0x80) !== 0;
    const short = second & 0x7f;
    if ((first & 0x70) !== 0) throw new WebSocketError(PROTOCOL_ERROR, 'reserved bits are set');
    if ((second & 0x80) === 0) throw new WebSocketError(PROTOCOL_ERROR, 'frames of clients must be masked');
    if (opcode > opcodes.pong || (opcode > opcodes.binary && !isControl))
      throw new WebSocketError(PROTOCOL_ERROR, `there is no opcode ${opcode}`);
    if (isControl && !final) throw new WebSocketError(PROTOCOL_ERROR, 'a control frame has fragments');
    if (isControl && short > 125) throw new WebSocketError(PROTOCOL_ERROR, 'a control frame is too long');
    const long = short < 126 ? new Uint8Array() : await bytes.take(short === 126 ? 2 : 8);
    const mask = long && (await bytes.take(4));
    if (!long || !mask) return;
    const length = short < 126 ? short : numberOf(long);
    if (length > maxPayload) throw new WebSocketError(TOO_LARGE, `a message has more than ${maxPayload} bytes`);
    const masked = await bytes.take(length);
    if (!masked) return;
    yield { opcode, final, payload: unmasked(masked, mask) };
  }
}

/**
 * Returns the code of a client's close frame, which confirms it; 1000 if it has none. Throws a {@link WebSocketError}
 * for one that must not be sent.
 */
export function closeCodeOf(payload: Uint8Array): number {
  if (payload.length === 0) return NORMAL_CLOSURE;
  const code = payload.length === 1 ? 0 : numberOf(payload.subarray(0, 2));
  const isAllowed = (code >= 1000 && code <= 1013 && !neverSent.has(code)) || (code >= 3000 && code <= 4999);
  if (!isAllowed) throw new WebSocketError(PROTOCOL_ERROR, 'the code of a close frame is wrong');
  return code;
}

/** Writes a frame of a server: final, and not masked. */
export function writeFrame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = new Uint8Array(2 + extra + length);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = extra === 0 ? length : extra === 2 ? 126 : 127;
  if (extra === 2) view.setUint16(2, length);
  if (extra === 8) view.setBigUint64(2, BigInt(length));
  frame.set(payload, 2 + extra);
  return frame;
}

function numberOf(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

function unmasked(masked: Uint8Array, mask: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(masked.length);
  for (let index = 0; index < masked.length; index += 1) bytes[index] = (masked[index] ?? 0) ^ (mask[index & 3] ?? 0);
  return bytes;
}
