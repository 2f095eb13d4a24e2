import type { Clock, Connection } from '@kb/apimachinery';
import { StreamError } from '../errors/stream-error.ts';
import { createFrameReader, encodeFrame, type FrameReader, opcodes, type Received } from './frames.ts';
import { randomBytes } from './web-crypto-adapter.ts';

/** An open WebSocket to a server. */
export interface WebSocketChannel {
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  /**
   * The server's messages, in order, at the speed of the reader. Ends when the server closes the WebSocket; throws when
   * the connection is lost. Can be iterated once; leaving the loop closes the WebSocket.
   */
  readonly messages: AsyncIterable<Uint8Array>;
  /** Sends a binary message. Resolves when the connection takes more; rejects if it is closed. */
  send(message: Uint8Array): Promise<void>;
  /** Closes the WebSocket and its connection. May be called more than once. */
  close(): void;
}

/** The longest message of a server, in bytes. The streams of Kubernetes send at most 32 KiB at once. */
const MAX_MESSAGE = 4 << 20;
/** The interval between pings, in milliseconds: shorter than the idle timeouts of load balancers. */
const PING_INTERVAL = 25_000;
/** How long the server may take to read the close frame, in milliseconds. */
const CLOSE_TIMEOUT = 2000;
const NORMAL_CLOSURE = 1000;
const MASK_LENGTH = 4;
const NOTHING = new Uint8Array();

/** Speaks WebSocket, as a client, on a connection that has switched to it. */
export function webSocketOn(connection: Connection, protocol: string, clock: Clock): WebSocketChannel {
  const ended = new AbortController();
  const frame = (opcode: number, payload: Uint8Array): Uint8Array =>
    encodeFrame(opcode, payload, randomBytes(MASK_LENGTH));
  const close = (): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    const goodbye = frame(opcodes.close, Uint8Array.of(NORMAL_CLOSURE >> 8, NORMAL_CLOSURE & 0xff));
    // The connection closes even if the server does not take the goodbye.
    const cancel = clock.after(CLOSE_TIMEOUT, connection.close);
    void connection.closed.then(cancel);
    connection.send(goodbye).then(connection.finish, connection.close);
  };

  async function ping(): Promise<void> {
    for (;;) {
      await clock.sleep(PING_INTERVAL, ended.signal);
      await connection.send(frame(opcodes.ping, NOTHING));
    }
  }
  // The reader notices a lost connection.
  ping().catch(() => undefined);

  /** Handles a control frame. Returns whether the WebSocket goes on. */
  async function control({ opcode, payload }: Received): Promise<boolean> {
    if (opcode === opcodes.ping) await connection.send(frame(opcodes.pong, payload));
    return opcode !== opcodes.close;
  }

  async function* read(): AsyncIterable<Uint8Array> {
    const reader = createFrameReader(MAX_MESSAGE);
    try {
      for await (const chunk of connection.received) {
        for (const received of framesOf(reader, chunk)) {
          if (received.opcode < opcodes.close) yield received.payload;
          else if (!(await control(received))) return;
        }
      }
      if (!ended.signal.aborted)
        throw new StreamError('KB_STREAM_ENDED', 'the server ended the connection without closing the WebSocket');
    } finally {
      close();
    }
  }

  return {
    protocol,
    messages: read(),
    send: (message) =>
      ended.signal.aborted
        ? Promise.reject(new StreamError('KB_STREAM_ENDED', 'the WebSocket is closed'))
        : connection.send(frame(opcodes.binary, message)),
    close,
  };
}

function framesOf(reader: FrameReader, chunk: Uint8Array): Received[] {
  try {
    return reader.push(chunk);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StreamError('KB_STREAM_ENDED', `the WebSocket was closed: ${why}`, { cause: error });
  }
}
