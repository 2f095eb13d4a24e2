import { type BytePipe, type Connection, createBytePipe } from '@kb/apimachinery';
import { controlFrame, dataFrame, FIN, frameTypes } from './spdy-frames.ts';

/** Data is read, and sent, in pieces of at most this many bytes. */
export const PIECE: number = 32 * 1024;
const CANCEL = 5;

/** A stream that a client has opened. */
export interface SpdyStream {
  readonly id: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** What the client sends on it. */
  readonly received: AsyncIterable<Uint8Array>;
  /** Sends no faster than the client reads. Rejects when the client is gone. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Ends the server's direction. */
  readonly end: () => void;
  /** Ends both directions. */
  readonly reset: () => void;
}

/** The open streams of a connection, by their numbers. */
export interface OpenStreams {
  readonly open: (id: number, headers: SpdyStream['headers']) => SpdyStream;
  readonly size: () => number;
  /** Passes data on. Resolves when its stream takes more; data for a stream that is over is dropped. */
  readonly take: (id: number, data: Uint8Array) => Promise<void>;
  /** The client ends its direction of a stream. */
  readonly endOfClient: (id: number) => void;
  /** The client, or a refusal, ends both directions. */
  readonly forget: (id: number) => void;
  /** Ends all streams. */
  readonly clear: () => void;
}

/** What is known of an open stream. */
interface OpenStream {
  /** What the client sends. */
  readonly pipe: BytePipe;
  /** The client has ended its direction. */
  isOver: boolean;
  /** The server has ended its direction. */
  isEnded: boolean;
}

/** Creates the streams of a connection, which is over when the signal is aborted. */
export function createOpenStreams({ send }: Pick<Connection, 'send'>, over: AbortSignal): OpenStreams {
  const streams = new Map<number, OpenStream>();
  /** Ends the server's direction with a frame. A stream counts no more when both directions are over. */
  const finish = (id: number, stream: OpenStream, frame: Uint8Array): void => {
    if (stream.isEnded || over.aborted) return;
    stream.isEnded = true;
    if (stream.isOver) streams.delete(id);
    // A client that is gone does not get it.
    void send(frame).catch(() => undefined);
  };
  return {
    open: (id, headers) => {
      const stream: OpenStream = { pipe: createBytePipe(), isOver: false, isEnded: false };
      streams.set(id, stream);
      return {
        id,
        headers,
        received: stream.pipe.received,
        send: async (bytes) => {
          for (let from = 0; from < bytes.length; from += PIECE)
            await send(dataFrame(id, bytes.subarray(from, from + PIECE)));
        },
        end: () => finish(id, stream, dataFrame(id, new Uint8Array(), FIN)),
        reset: () => {
          finish(id, stream, controlFrame(frameTypes.rstStream, [id, CANCEL]));
          stream.pipe.close();
          streams.delete(id);
        },
      };
    },
    size: () => streams.size,
    take: async (id, data) =>
      streams
        .get(id)
        ?.pipe.send(data)
        .catch(() => undefined),
    endOfClient: (id) => {
      const stream = streams.get(id);
      if (!stream) return;
      stream.pipe.end();
      stream.isOver = true;
      if (stream.isEnded) streams.delete(id);
    },
    forget: (id) => {
      streams.get(id)?.pipe.close();
      streams.delete(id);
    },
    clear: () => {
      for (const { pipe } of streams.values()) pipe.close();
      streams.clear();
    },
  };
}
