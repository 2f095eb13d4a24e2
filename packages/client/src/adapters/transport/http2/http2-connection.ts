import type * as http2 from 'node:http2';
import type { Socket } from 'node:net';
import { type Answer, type AnswerController, AnswerReceiver, type RequestWatch } from '../../undici/receive-answer.ts';
import { guardByPings } from './ping-guard.ts';
import type { PingTimes } from './ping-times.ts';

/** A request without a body. */
export interface StreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** An HTTP/2 connection, which carries many responses at a time. */
export interface Http2Connection {
  /** Whether another request can be sent over it now. */
  hasRoom(): boolean;
  /**
   * Sends a request after calling `onStart` of `watch`. Rejects with a {@link StreamRefusedError} if the server refused
   * the stream, with Node's error, or at once with the reason of the signal.
   */
  send(request: StreamRequest, watch: RequestWatch): Promise<Answer>;
  /** Accepts no more requests, and ends when the pending ones have. */
  close(): void;
  /** Ends it now; pending requests reject with `reason`. */
  destroy(reason: Error): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

/**
 * The server refused a stream without processing it, so the request may be sent again: over another connection, or over
 * HTTP/1.1 if the server asks for that.
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

/** Options of {@link startHttp2}. */
export interface Http2ConnectionOptions {
  readonly origin: string;
  /** A connected socket on which TLS has negotiated HTTP/2. */
  readonly socket: Socket;
  readonly pings: PingTimes;
  /** The connection is closed after this many milliseconds without a request. */
  readonly idleTimeout: number;
}

/**
 * The most streams of a connection if the server sets no limit: a broken connection ends all of them, and each can
 * delay the others.
 */
const MAX_STREAMS = 1000;
/**
 * The flow-control window of one stream, in bytes: more than a network with 25 MB/s and 10 ms needs. Unread data is
 * buffered, so this also bounds the memory of a stalled watch.
 */
const STREAM_WINDOW = 256 << 10;
/**
 * The flow-control window of the connection. Streams without a reader do not fill it, because Node consumes the
 * connection's data at once.
 */
const CONNECTION_WINDOW = 16 << 20;
/**
 * Megabytes that Node may use for one connection: four times the sum of all stream windows. Node's default of 10 is
 * less than a hundred watches of large lists need.
 */
const MAX_SESSION_MEMORY = 256;

/**
 * Starts HTTP/2 on a socket. Resolves when the server's settings have arrived, with its limit of streams; rejects if
 * the connection ends before.
 */
export async function startHttp2(options: Http2ConnectionOptions): Promise<Http2Connection> {
  const { origin, socket, pings, idleTimeout } = options;
  // An import would read every export, which loads unused parts.
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
  /** Whether no more requests are accepted: it was closed, or the server sent GOAWAY. */
  let closing = false;
  let failure: Error | undefined;
  let idle: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    failure ??= error;
    session.destroy(failure);
    // A graceful close would wait for the acknowledgement of earlier data, which no longer comes.
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

  /** Keeps the process alive while a request is pending, and the connection open for a while after that. */
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
      // The server currently accepts fewer streams than it announced: those that are open, without this one.
      limit = Math.min(limit, Math.max(1, streams - 1));
      return new StreamRefusedError('the server refused one more request on this connection');
    }
    if (rstCode === constants.NGHTTP2_HTTP_1_1_REQUIRED) {
      return new StreamRefusedError('the server requires HTTP/1.1 for this request', true);
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
  // The caller has waited until here. Before its first request, the connection is as idle as after its last one.
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
 * Passes what a stream receives to the receiver. `onEnd` is called once, and returns the error that a failed request
 * rejects with.
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
  // Node emits `end` for streams of broken connections as if they were complete; these have an error code, or were
  // aborted.
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

/** Connection-specific headers, which HTTP/2 does not allow. */
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

const connectionLost = (): Error => Object.assign(new Error('the HTTP/2 connection ended'), { code: 'ECONNRESET' });
