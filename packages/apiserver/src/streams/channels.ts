import { type BytePipe, type Clock, type Connection, createBytePipe } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { toBytes } from '../http/encode.ts';
import { probeWhile } from './probe-while.ts';
import { openWebSocket } from './web-socket.ts';

/** What the server does with a channel. */
export type ChannelUse = 'read' | 'write' | 'both' | 'ignore';

/** The form of the messages of a subprotocol. */
export interface ChannelProtocol {
  /** Messages are texts of base64. */
  readonly base64: boolean;
  /** Clients can end a channel (version 5). */
  readonly closes: boolean;
}

/** Numbered channels on one WebSocket: the subprotocols `*.channel.k8s.io`. */
export interface Channels {
  /** What the client sends on a channel. Empty for a channel that the server does not read. */
  readonly received: (channel: number) => AsyncIterable<Uint8Array>;
  /** Sends on a channel, no faster than the client reads. Rejects when the client is gone. */
  readonly send: (channel: number, bytes: Uint8Array) => Promise<void>;
  /** Closes the connection, after all that was sent. */
  readonly close: () => void;
  /** Aborted when the client is gone, or {@link close} was called. */
  readonly signal: AbortSignal;
}

/** The number before a channel that the client ends. */
const CLOSE = 255;
const ZERO = 48;

/** Serves channels on a connection, after the response 101. The position of a use is the number of its channel. */
export function openChannels(
  connection: Connection,
  uses: readonly ChannelUse[],
  { base64, closes, clock }: ChannelProtocol & { readonly clock: Clock },
): Channels {
  const webSocket = openWebSocket(connection);
  const over = new AbortController();
  const pipes = uses.map((use) => {
    const pipe = createBytePipe();
    if (use === 'write' || use === 'ignore') pipe.end();
    return pipe;
  });
  const isRead = (channel: number): boolean => uses[channel] === 'read' || uses[channel] === 'both';
  const end = (): void => {
    for (const pipe of pipes) pipe.end();
    over.abort();
  };
  const receive = async (): Promise<void> => {
    for await (const message of webSocket.messages) {
      const [first] = message;
      if (first === undefined) continue;
      if (closes && first === CLOSE) {
        const pipe = pipes[message[1] ?? CLOSE];
        if (message.length !== 2 || !pipe) break;
        pipe.end();
        continue;
      }
      const channel = base64 ? first - ZERO : first;
      const pipe: BytePipe | undefined = isRead(channel) ? pipes[channel] : undefined;
      const data = message.subarray(1);
      if (!pipe) continue;
      // Bytes for a process that has ended are dropped.
      const taken = pipe.send(base64 ? decoded(data) : data).catch(() => undefined);
      await probeWhile(taken, clock, webSocket.ping);
    }
  };
  void receive()
    .catch(() => undefined)
    .finally(() => {
      end();
      webSocket.close();
    });
  void connection.closed.then(end);
  return {
    received: (channel) => pipes[channel]?.received ?? nothing(),
    send: (channel, bytes) => {
      if (uses[channel] !== 'write' && uses[channel] !== 'both') return Promise.resolve();
      if (!base64) return webSocket.send(concatBytes([new Uint8Array([channel]), bytes], bytes.length + 1));
      return webSocket.send(toBytes(`${channel}${Buffer.from(bytes).toString('base64')}`), true);
    },
    close: () => {
      end();
      webSocket.close();
    },
    signal: over.signal,
  };
}

/** Decodes base64; nothing for a text that is not, as kube-apiserver drops it. */
function decoded(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : new Uint8Array();
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Nothing is received.
}
