import type { Clock, Connection } from '@kb/apimachinery';
import { createByteReader } from '../byte-reader.ts';
import { probeWhile } from '../probe-while.ts';
import { createHeaderInflater } from './adapters/header-inflater.ts';
import { createOpenStreams, PIECE, type SpdyStream } from './open-streams.ts';
import {
  controlFrame,
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
const REFUSED_STREAM = 3;
/** Adler-32 of the dictionary. */
const DICTIONARY_ID = 0xe3c6a7c2;

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
export function serveSpdy(
  connection: Connection,
  clock: Clock,
  onStream: (stream: SpdyStream) => boolean,
): SpdyConnection {
  const over = new AbortController();
  const inflater = createHeaderInflater(MAX_CONTROL);
  let lastStream = 0;
  let hasReplied = false;
  const send = (frame: Uint8Array): Promise<void> => connection.send(frame);
  // A client that is gone does not get it.
  const post = (frame: Uint8Array): void => void send(frame).catch(() => undefined);
  const streams = createOpenStreams(connection, over.signal);
  // Servers use even numbers.
  const ping = (): Promise<void> => send(controlFrame(frameTypes.ping, [2]));
  const end = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    streams.clear();
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
    const stream = streams.open(id, headers);
    if ((flags & FIN) !== 0) streams.endOfClient(id);
    if (streams.size() > MAX_STREAMS || !onStream(stream)) {
      streams.forget(id);
      // Waits: a client that does not read must not make the server remember refusals.
      await send(controlFrame(frameTypes.rstStream, [id, REFUSED_STREAM]));
      return true;
    }
    await send(controlFrame(frameTypes.synReply, [id], emptyHeaders(!hasReplied, DICTIONARY_ID)));
    hasReplied = true;
    return true;
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
      case frameTypes.rstStream:
        streams.forget(numberAt(frame, 0));
        return true;
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
      for (let left = head.length; left > 0;) {
        const piece = await bytes.take(Math.min(left, PIECE));
        if (!piece) return;
        left -= piece.length;
        await probeWhile(streams.take(head.stream, piece), clock, ping);
      }
      if ((head.flags & FIN) !== 0) streams.endOfClient(head.stream);
    }
  };
  void receive()
    .catch(() => undefined)
    .finally(close);
  void connection.closed.then(end);
  return { close, signal: over.signal };
}
