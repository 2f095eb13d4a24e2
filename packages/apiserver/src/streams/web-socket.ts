import { type Connection, connectionPair } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { closeCodeOf, opcodes, readFrames, WebSocketError, writeFrame } from './web-socket-frames.ts';

/** The maximum size of a client's message, in bytes. */
const MAX_MESSAGE = 4 * 1024 * 1024;
const NORMAL = 1000;

/** The server's side of a WebSocket. */
export interface WebSocketStream {
  /** The client's messages. They end when the client closes, goes away or sends what is not allowed. */
  readonly messages: AsyncIterable<Uint8Array>;
  /** Sends a message, no faster than the client reads. Rejects when the client is gone. */
  readonly send: (message: Uint8Array, isText?: boolean) => Promise<void>;
  /** Sends a ping, which clients answer by themselves. */
  readonly ping: () => Promise<void>;
  /** Closes the WebSocket, after all that was sent. */
  readonly close: () => void;
}

/** Speaks the protocol of WebSockets on a connection, after the response 101. */
export function openWebSocket(connection: Connection): WebSocketStream {
  let isClosed = false;
  const close = (code: number = NORMAL): void => {
    if (isClosed) return;
    isClosed = true;
    const payload = new Uint8Array([code >> 8, code & 0xff]);
    // A client that reads no more does not get it.
    void connection
      .send(writeFrame(opcodes.close, payload))
      .catch(() => undefined)
      .finally(() => connection.finish());
  };
  async function* messages(): AsyncGenerator<Uint8Array> {
    let parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const { opcode, final, payload } of readFrames(connection.received, MAX_MESSAGE)) {
        switch (opcode) {
          case opcodes.close:
            close(closeCodeOf(payload));
            return;
          case opcodes.ping:
            await connection.send(writeFrame(opcodes.pong, payload));
            continue;
          case opcodes.pong:
            continue;
          default:
            break;
        }
        if ((opcode === opcodes.continuation) !== parts.length > 0)
          throw new WebSocketError(1002, 'a fragment is out of place');
        parts.push(payload);
        length += payload.length;
        if (length > MAX_MESSAGE || parts.length > MAX_MESSAGE / 64)
          throw new WebSocketError(1009, 'a message is too large');
        if (!final) continue;
        yield concatBytes(parts, length);
        parts = [];
        length = 0;
      }
    } catch (error) {
      close(error instanceof WebSocketError ? error.closeCode : NORMAL);
    } finally {
      close();
    }
  }
  return {
    messages: messages(),
    send: (message, isText = false) => connection.send(writeFrame(isText ? opcodes.text : opcodes.binary, message)),
    ping: () => connection.send(writeFrame(opcodes.ping, new Uint8Array())),
    close: () => close(),
  };
}

/** Returns the connection that a client tunnels through the messages of a WebSocket, after the response 101. */
export function openTunnel(connection: Connection): Connection {
  const webSocket = openWebSocket(connection);
  const [ours, theirs] = connectionPair();
  const receive = async (): Promise<void> => {
    for await (const message of webSocket.messages) await ours.send(message);
  };
  const send = async (): Promise<void> => {
    for await (const bytes of ours.received) await webSocket.send(bytes);
  };
  // The end of either direction ends the tunnel: WebSockets cannot end one alone.
  void receive()
    .catch(() => undefined)
    .finally(() => ours.close());
  void send()
    .catch(() => undefined)
    .finally(() => webSocket.close());
  return theirs;
}
