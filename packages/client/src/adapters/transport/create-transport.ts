import { Readable } from 'node:stream';
import type { HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { abortable } from '../../abort/abort-signals.ts';
import type { ClusterAccess, Credential } from '../../surroundings/cluster-access.ts';
import { ConnectionError } from '../../errors/connection-error.ts';
import { readBody } from '../../response/read-body.ts';
import { createAttempt } from './attempt.ts';
import { withHttp2 } from './http2/connect-http2.ts';
import { defaultPings, type PingTimes } from './http2/ping-times.ts';
import { DEFAULT_ANSWER_TIMEOUT, timeoutsOf } from './request-timeouts.ts';
import { responseBody } from './response-body.ts';
import { createRotatingPool } from './rotating-pool.ts';
import { createSwitchedConnections } from './switched-connections.ts';
import { connectTo } from '../undici/undici.ts';

/** Options of {@link createTransport}. */
export interface TransportOptions {
  /**
   * Whether responses may be compressed (gzip). Default: the kubeconfig's setting; without one, true unless the server
   * is on this machine.
   */
  readonly compression?: boolean;
  /**
   * The time, in milliseconds, to wait for data from the server, before and during the response to a request that is
   * not long-running. After it, the request rejects with `KB_ANSWER_TIMEOUT` and its connection is closed. 0: no limit.
   * Default: 75,000, which is longer than the API server works on a request.
   */
  readonly answerTimeout?: number;
  /**
   * Whether watches use HTTP/2 if the server supports it: many share one connection, which is checked with pings.
   * Everything else uses HTTP/1.1, as do all requests to a server without TLS or through a proxy. Default: true, unless
   * the environment has `DISABLE_HTTP2`, as in client-go.
   */
  readonly http2?: boolean;
  /**
   * When HTTP/2 connections are checked with pings, in milliseconds. Default, as in client-go: `every` 30,000 and
   * `timeout` 15,000, so that a dead connection is detected within 45 seconds.
   */
  readonly pings?: PingTimes;
}

/** A transport with a pool of connections. */
export interface PooledTransport extends Transport {
  readonly host: string;
  /**
   * Aborts every request, which rejects with a ConnectionError, and closes every connection. May be called more than
   * once.
   */
  close(): Promise<void>;
}

/**
 * Creates a transport to a cluster over sockets. All requests share a pool of connections and use the credentials of
 * the access. A request that the server answers with 401 is sent once more if the access can obtain other credentials.
 * When certificates change, new requests use new connections. Watches use HTTP/2 if possible (`http2`). Opens no
 * connection before the first request. Requests reject with the signal's reason, what their `beforeSend` threw, a
 * ConnectionError, or the error of the access. Throws a TypeError for invalid times.
 */
export function createTransport(access: ClusterAccess, options: TransportOptions = {}): PooledTransport {
  const { server, credentials } = access;
  const url = new URL(server);
  const proxyUrl = access.proxyUrl();
  const prefix = url.pathname.replace(/\/$/, '');
  const compression = options.compression ?? access.compression ?? !isLoopback(url.hostname);
  const { answerTimeout = DEFAULT_ANSWER_TIMEOUT } = options;
  const { http2 = !process.env['DISABLE_HTTP2'], pings = defaultPings } = options;
  checkTimes({ answerTimeout, 'pings.every': pings.every, 'pings.timeout': pings.timeout });
  const mayStream = http2 && url.protocol === 'https:' && proxyUrl === undefined;
  const connections = createRotatingPool(async (tls) => {
    const http1 = await connectTo(url.origin, tls, proxyUrl);
    return mayStream ? withHttp2(http1, url.origin, tls, pings) : http1;
  });
  const switched = createSwitchedConnections({ server, proxyUrl });
  let closed: Promise<void> | undefined;
  // A credential plugin may wait a long time until its user logs in.
  const closing = new AbortController();

  async function sendOnce(request: HttpRequest, credential: Credential, signal?: AbortSignal): Promise<HttpResponse> {
    const tls = await access.tls();
    if (closed !== undefined)
      throw new ConnectionError('KB_TRANSPORT_CLOSED', server, 'the transport is closed', { sent: false });
    const attempt = createAttempt(request, server, proxyUrl);
    const body = await bodyOf(request);
    try {
      const pool = await connections.get(tls);
      signal?.throwIfAborted();
      // undici writes the headers `connection` and `upgrade` itself.
      const { upgrade, connection: _, ...headers } = request.headers;
      const options = {
        method: request.method,
        path: prefix + request.path,
        headers: headersOf(headers, credential, compression && upgrade === undefined),
        ...(body !== undefined && { body }),
        ...timeoutsOf(request, answerTimeout),
      };
      const watch = { signal, onStart: attempt.onStart };
      const answer = await (upgrade === undefined
        ? pool.request(options, watch)
        : switched.request(pool, { ...options, upgrade }, watch));
      if (answer.body instanceof Uint8Array) return answer;
      const compressed = answer.headers['content-encoding'] === 'gzip';
      return { ...answer, body: responseBody(answer.body, { server, proxyUrl, signal, compressed }) };
    } catch (error) {
      if (body instanceof Readable) body.on('error', () => undefined).destroy();
      throw attempt.errorOf(error);
    }
  }

  async function send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const credential = await abortable(credentials.current(), closing.signal);
    const response = await sendOnce(request, credential, signal);
    if (response.status !== 401 || !isRepeatable(request)) return response;
    if (!(await credentials.reject(credential))) return response;
    await drop(response);
    return sendOnce(request, await abortable(credentials.current(), closing.signal), signal);
  }

  return {
    host: url.host,
    send: async (request, signal) => {
      signal?.throwIfAborted();
      try {
        // Obtaining credentials and connections may take long, and does not use the signal.
        return await abortable(send(request, signal), signal);
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
    close: () => {
      const message = `the connections to ${server} were closed by this process`;
      const reason = new ConnectionError('KB_TRANSPORT_CLOSED', server, message);
      closing.abort(reason);
      return (closed ??= Promise.all([connections.destroy(reason), switched.close(reason)]).then(() => undefined));
    },
  };
}

function checkTimes(times: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(times)) {
    if (typeof value === 'number' && value >= 0) continue;
    throw new TypeError(`createTransport: ${name} must be a number of milliseconds from 0 on, got ${String(value)}`);
  }
}

function headersOf(
  own: HttpRequest['headers'],
  credential: Credential,
  compression: boolean,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { ...own };
  if (compression) headers['accept-encoding'] ??= 'gzip';
  for (const [name, value] of Object.entries(credential.headers)) {
    // The caller's own headers take precedence.
    headers[name] ??= typeof value === 'string' ? value : [...value];
  }
  for (const [name, value] of Object.entries(headers)) {
    headers[name] = typeof value === 'string' ? headerBytes(value) : value.map(headerBytes);
  }
  return headers;
}

/**
 * Converts the body for undici. With a streamed body, undici writes the head together with the first chunk, so if there
 * is a `beforeSend`, the whole body is read first.
 */
async function bodyOf({ body, beforeSend }: HttpRequest): Promise<Uint8Array | Readable | undefined> {
  if (body === undefined || body instanceof Uint8Array) return body;
  return beforeSend === undefined ? Readable.from(body) : readBody(body);
}

/** Whether the request can be sent again: a streamed body is consumed by sending it. */
function isRepeatable({ body }: HttpRequest): boolean {
  return body === undefined || body instanceof Uint8Array;
}

/** Discards the body of a response. */
async function drop({ body }: HttpResponse): Promise<void> {
  if (body instanceof Uint8Array) return;
  for await (const _chunk of body) break;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Encodes a header value as one character for each byte of its UTF-8, which is how Go sends strings. Node and undici
 * write the low byte of each character, and reject other characters.
 */
function headerBytes(value: string): string {
  return NON_ASCII.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const NON_ASCII = /[^\x00-\x7f]/;
