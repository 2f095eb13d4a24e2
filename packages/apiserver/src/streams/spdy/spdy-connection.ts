import { type BytePipe, type Connection, createBytePipe } from '@kb/apimachinery';
import { createByteReader } from '../byte-reader.ts';
import { createHeaderInflater } from './adapters/header-inflater.ts';
import {
  controlFrame,
  dataFrame,
  emptyHeaders,
  FIN,
  frameTypes,
  HEAD,
  numberAt,
  readHead,
  readHeaderBlock,
} from './spdy-frames.ts';

/** The maximum length of a control frame, and of decompressed headers, in bytes. */
const MAX_CONTROL = 64 * 1024;
/** The maximum number of open streams of a connection. */
const MAX_STREAMS = 2048;
/** Data is read, and sent, in pieces of at most this many bytes. */
const PIECE = 32 * 1024;
const REFUSED_STREAM = 3;
const CANCEL = 5;
/** Adler-32 of the dictionary. */
const DICTIONARY_ID = 0xe3c6a7c2;

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

/** The server's side of SPDY/3.1. */
export interface SpdyConnection {
  /** Ends all streams and the connection, after all that was sent. */
  readonly close: () => void;
  /** Aborted when the connection is over. */
  readonly signal: AbortSignal;
}

/**
 * Speaks SPDY/3.1 on a connection, after the response 101, as the kubelet does: without flow control of its own, so
 * that a stream that is not read holds up the others. `onStream` gets each stream that the client opens; false refuses
 * it. Anything malformed, and too large headers, end the connection.
 */
export function serveSpdy(connection: Connection, onStream: (stream: SpdyStream) => boolean): SpdyConnection {
  const over = new AbortController();
  const inflater = createHeaderInflater(MAX_CONTROL);
  const open = new Map<number, BytePipe>();
  let lastStream = 0;
  let hasReplied = false;
  const send = (frame: Uint8Array): Promise<void> => connection.send(frame);
  // A client that is gone does not get it.
  const post = (frame: Uint8Array): void => void send(frame).catch(() => undefined);
  const end = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    for (const pipe of open.values()) pipe.close();
    open.clear();
    inflater.close();
    connection.finish();
  };
  const close = (): void => {
    if (over.signal.aborted) return;
    post(controlFrame(frameTypes.goAway, [lastStream, 0]));
    end();
  };

  const openStream = async (frame: Uint8Array, flags: number): Promise<boolean> => {
    const id = numberAt(frame, 0);
    const headers = readHeaderBlock(await inflater.inflate(frame.subarray(10)));
    // Clients use odd numbers, each larger than the one before.
    if (!headers || id % 2 === 0 || id <= lastStream) return false;
    lastStream = id;
    const pipe = createBytePipe();
    if ((flags & FIN) !== 0) pipe.end();
    const isAccepted = open.size < MAX_STREAMS && onStream(streamOf(id, headers, pipe));
    if (!isAccepted) {
      post(controlFrame(frameTypes.rstStream, [id, REFUSED_STREAM]));
      return true;
    }
    open.set(id, pipe);
    await send(controlFrame(frameTypes.synReply, [id], emptyHeaders(!hasReplied, DICTIONARY_ID)));
    hasReplied = true;
    return true;
  };
  const streamOf = (id: number, headers: SpdyStream['headers'], pipe: BytePipe): SpdyStream => {
    let isEnded = false;
    const finish = (frame: Uint8Array): void => {
      if (isEnded || over.signal.aborted) return;
      isEnded = true;
      post(frame);
    };
    return {
      id,
      headers,
      received: pipe.received,
      send: async (bytes) => {
        for (let from = 0; from < bytes.length; from += PIECE)
          await send(dataFrame(id, bytes.subarray(from, from + PIECE)));
      },
      end: () => finish(dataFrame(id, new Uint8Array(), FIN)),
      reset: () => {
        finish(controlFrame(frameTypes.rstStream, [id, CANCEL]));
        pipe.close();
        open.delete(id);
      },
    };
  };
  /** Handles a control frame. False: it is malformed. */
  const control = async (type: number, flags: number, frame: Uint8Array): Promise<boolean> => {
    switch (type) {
      case frameTypes.synStream:
        return frame.length >= 10 && openStream(frame, flags);
      case frameTypes.headers:
        // They are not used, but the compression of later headers depends on them.
        await inflater.inflate(frame.subarray(4));
        return true;
      case frameTypes.rstStream: {
        const id = numberAt(frame, 0);
        open.get(id)?.close();
        open.delete(id);
        return true;
      }
      case frameTypes.ping:
        if (numberAt(frame, 0) % 2 === 1) await send(controlFrame(frameTypes.ping, [numberAt(frame, 0)]));
        return true;
      default:
        return type !== frameTypes.synReply;
    }
  };
  const receive = async (): Promise<void> => {
    const bytes = createByteReader(connection.received);
    for (;;) {
      const start = await bytes.take(HEAD);
      const head = start && readHead(start);
      if (!head) return;
      if (head.isControl) {
        const frame = head.length <= MAX_CONTROL ? await bytes.take(head.length) : undefined;
        if (!frame || !(await control(head.type, head.flags, frame))) return;
        continue;
      }
      const pipe = open.get(head.stream);
      for (let left = head.length; left > 0;) {
        const piece = await bytes.take(Math.min(left, PIECE));
        if (!piece) return;
        left -= piece.length;
        // Data for a stream that is over is dropped.
        await pipe?.send(piece).catch(() => undefined);
      }
      if ((head.flags & FIN) !== 0) pipe?.end();
    }
  };
  void receive()
    .catch(() => undefined)
    .finally(close);
  void connection.closed.then(end);
  return { close, signal: over.signal };
}
