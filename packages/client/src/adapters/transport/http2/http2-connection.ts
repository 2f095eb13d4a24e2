import type * as http2 from 'node:http2';
import type { Socket } from 'node:net';
import { type Answer, type AnswerController, AnswerReceiver, type RequestWatch } from '../../undici/receive-answer.ts';
import { guardByPings } from './ping-guard.ts';
import type { PingTimes } from './ping-times.ts';

/** A request without a body. */
export interface StreamRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** One connection of HTTP/2: many answers at a time. */
export interface Http2Connection {
  /** Whether one more request may be sent over it now. */
  hasRoom(): boolean;
  /**
   * Sends a request: asks `onStart` of `watch`, and hands it to the connection. Rejects with a {@link
   * StreamRefusedError} when the server has not begun with it, with Node's error, or at once with the reason of the
   * signal.
   */
  send(request: StreamRequest, watch: RequestWatch): Promise<Answer>;
  /** Takes no more requests, and ends when those under way have. */
  close(): void;
  /** Ends it now; requests under way reject with `reason`. */
  destroy(reason: Error): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

/**
 * The server has not begun with a request, which may be sent again: over another connection, or by HTTP/1.1 where it
 * says so.
 */
export class StreamRefusedError extends Error {
  override readonly name = 'StreamRefusedError';
  readonly code = 'ERR_HTTP2_STREAM_ERROR';
  readonly needsHttp1: boolean;
  constructor(message: string, needsHttp1 = false) {
    super(message);
    this.needsHttp1 = needsHttp1;
  }
}

/** What a connection is made of. */
export interface Http2ConnectionOptions {
  readonly origin: string;
  /** Connected; TLS has agreed on HTTP/2. */
  readonly socket: Socket;
  readonly pings: PingTimes;
  /** After so many milliseconds without a request it is closed. */
  readonly idleTimeout: number;
}

/**
 * At most so many streams, where the server has no limit: a connection that breaks ends all of them, and each waits for
 * those before it.
 */
const MAX_STREAMS = 1000;
/**
 * How much of one answer may be on its way: more than a network of 25 MB/s and 10 ms needs. What readers leave unread
 * is held here, so that it is also what a stalled watch costs at most.
 */
const STREAM_WINDOW = 256 << 10;
/**
 * Of all answers together. Streams without a reader do not count: Node takes what comes from the connection at once.
 */
const CONNECTION_WINDOW = 16 << 20;
/**
 * Megabytes that Node may hold for one connection: all streams with full windows, four times. Its own default, 10, is
 * less than a hundred watches of large lists need.
 */
const MAX_SESSION_MEMORY = 256;

/**
 * Starts HTTP/2 on a connection. Resolves when the server has said how many requests it takes; rejects when the
 * connection ends before.
 */
export async function startHttp2(options: Http2ConnectionOptions): Promise<Http2Connection> {
  const { origin, socket, pings, idleTimeout } = options;
  // Not imported: an import reads every export, which loads what is not used.
  const { connect, constants } = process.getBuiltinModule('node:http2');
  const session = connect(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
    maxSessionMemory: MAX_SESSION_MEMORY,
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let limit = 0;
  let streams = 0;
  /** No more requests: it was closed, or the server says that it goes away. */
  let closing = false;
  let failure: Error | undefined;
  let idle: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    failure ??= error;
    session.destroy(failure);
    // Of what was written before, nobody confirms anything any more: closing in order would wait for it.
    socket.destroy();
  };
  const stopPings = guardByPings(session, socket, pings, fail);

  session.on('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW));
  session.on('remoteSettings', ({ maxConcurrentStreams = MAX_STREAMS }) => {
    limit = Math.min(maxConcurrentStreams, MAX_STREAMS);
    ready.resolve();
  });
  session.on('goaway', () => {
    closing = true;
  });
  session.on('error', (error) => {
    failure ??= error;
  });
  session.on('close', () => {
    closing = true;
    clearTimeout(idle);
    stopPings();
    ready.reject(failure ?? connectionLost());
    ended.resolve();
  });

  const close = (): void => {
    closing = true;
    if (!session.closed) session.close();
  };

  /** Keeps the process alive while something is under way, and the connection for a while after it. */
  const count = (change: 1 | -1): void => {
    streams += change;
    clearTimeout(idle);
    if (session.destroyed) return;
    if (streams > 0) {
      session.ref();
      return;
    }
    session.unref();
    idle = setTimeout(close, idleTimeout).unref();
  };

  const failureOf = ({ rstCode }: http2.ClientHttp2Stream, error: Error | undefined): Error => {
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM) {
      // It takes fewer than it said, for now: those that it has, without this one.
      limit = Math.min(limit, Math.max(1, streams - 1));
      return new StreamRefusedError('the server refused one more request on this connection');
    }
    if (rstCode === constants.NGHTTP2_HTTP_1_1_REQUIRED) {
      return new StreamRefusedError('the server wants this request by HTTP/1.1', true);
    }
    return error ?? failure ?? connectionLost();
  };

  const send = (request: StreamRequest, watch: RequestWatch): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const receiver = new AnswerReceiver(resolve, reject, watch);
      let stream: http2.ClientHttp2Stream | undefined;
      const controller: AnswerController = {
        abort: () => stream?.close(constants.NGHTTP2_CANCEL),
        pause: () => stream?.pause(),
        resume: () => stream?.resume(),
      };
      try {
        receiver.onRequestStart(controller);
        stream = session.request(headersOf(origin, request), { endStream: true });
      } catch (error) {
        receiver.onResponseError(controller, error);
        return;
      }
      count(1);
      receive(stream, receiver, controller, (error) => {
        const sent = stream ? failureOf(stream, error) : error;
        count(-1);
        return sent;
      });
    });

  try {
    await ready.promise;
  } catch (error) {
    fail(error instanceof Error ? error : connectionLost());
    throw error;
  }
  // The caller waits for the server's word until here. Until the first request is sent the connection is as idle as
  // after the last one.
  session.unref();
  idle = setTimeout(close, idleTimeout).unref();
  return {
    hasRoom: () => !closing && !session.closed && !session.destroyed && streams < limit,
    send,
    close,
    destroy: fail,
    ended: ended.promise,
  };
}

/**
 * Hands what a stream receives to the receiver. `onEnd` is called once, and returns what a failed request rejects with.
 */
function receive(
  stream: http2.ClientHttp2Stream,
  receiver: AnswerReceiver,
  controller: AnswerController,
  onEnd: (error: Error | undefined) => Error | undefined,
): void {
  let failure: Error | undefined;
  let isWhole = false;
  stream.on('response', ({ ':status': status = 0, ...headers }) => {
    receiver.onResponseStart(controller, status, headers);
  });
  stream.on('data', (piece: Uint8Array) => receiver.onResponseData(controller, piece));
  // Node ends streams of connections that break as if their answers were whole: those have a code, or were aborted.
  stream.on('end', () => {
    isWhole = !stream.aborted && stream.rstCode === 0;
  });
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  stream.on('close', () => {
    const error = onEnd(failure);
    if (isWhole && failure === undefined && stream.rstCode === 0) receiver.onResponseEnd();
    else receiver.onResponseError(controller, error);
  });
}

/** Headers of a connection, which HTTP/2 does not have. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

function headersOf(origin: string, { method, path, headers }: StreamRequest): http2.OutgoingHttpHeaders {
  const { host, protocol } = new URL(origin);
  const all: http2.OutgoingHttpHeaders = {
    ':method': method,
    ':path': path,
    ':scheme': protocol.slice(0, -1),
    ':authority': typeof headers['host'] === 'string' ? headers['host'] : host,
  };
  for (const [name, value] of Object.entries(headers)) if (!connectionHeaders.has(name)) all[name] = value;
  return all;
}

const connectionLost = (): Error => Object.assign(new Error('the connection of HTTP/2 ended'), { code: 'ECONNRESET' });
