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
import { connectTo } from '../undici/undici.ts';

/** Options of {@link createTransport}. */
export interface TransportOptions {
  /**
   * Whether answers may come compressed (gzip). Default: as the kubeconfig says; otherwise unless the server is on this
   * machine.
   */
  readonly compression?: boolean;
  /**
   * How many milliseconds the server may keep silent, before and within the answer to a request that is not
   * long-running; then the request rejects with `KB_ANSWER_TIMEOUT` and its connection is given up. 0: forever.
   * Default: 75,000, which is more than the API server works on one.
   */
  readonly answerTimeout?: number;
  /**
   * Whether watches go over HTTP/2 where the server speaks it: many on one connection, which pings ask whether it is
   * still there. Everything else goes over HTTP/1.1, and so does everything to a server without TLS and through a
   * proxy. Default: true, unless `DISABLE_HTTP2` is set in the environment, which client-go heeds too.
   */
  readonly http2?: boolean;
  /**
   * How HTTP/2 connections are asked whether they are still there, in milliseconds. Default: `every` 30,000 and
   * `timeout` 15,000, so that a dead one is noticed within 45 seconds: client-go's.
   */
  readonly pings?: PingTimes;
}

/** A transport that holds connections. */
export interface PooledTransport extends Transport {
  readonly host: string;
  /**
   * Ends every request, which then rejects with a ConnectionError, and closes every connection. Can be called again.
   */
  close(): Promise<void>;
}

/**
 * The way to a cluster over sockets: one pool of kept connections for all requests, each with the credentials of the
 * access. A request that the server answers with 401 is sent once more when the access can get other credentials. When
 * certificates change, new requests go over new connections. Watches go over HTTP/2 where that is spoken (`http2`).
 * Opens nothing before the first request. Rejects with the signal's reason, what the request's `beforeSend` threw, a
 * ConnectionError, or what the access says is wrong with it. Throws a TypeError for times that make no sense.
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
  let closed: Promise<void> | undefined;

  async function sendOnce(request: HttpRequest, credential: Credential, signal?: AbortSignal): Promise<HttpResponse> {
    const tls = await access.tls();
    if (closed !== undefined)
      throw new ConnectionError('KB_TRANSPORT_CLOSED', server, 'the transport is closed', { sent: false });
    const attempt = createAttempt(request, server, proxyUrl);
    const body = await bodyOf(request);
    try {
      const pool = await connections.get(tls);
      signal?.throwIfAborted();
      const options = {
        method: request.method,
        path: prefix + request.path,
        headers: headersOf(request, credential, compression),
        ...(body !== undefined && { body }),
        ...timeoutsOf(request, answerTimeout),
      };
      const answer = await pool.request(options, { signal, onStart: attempt.onStart });
      if (answer.body instanceof Uint8Array) return answer;
      const compressed = answer.headers['content-encoding'] === 'gzip';
      return { ...answer, body: responseBody(answer.body, { server, proxyUrl, signal, compressed }) };
    } catch (error) {
      if (body instanceof Readable) body.on('error', () => undefined).destroy();
      throw attempt.errorOf(error);
    }
  }

  async function send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const credential = await credentials.current();
    const response = await sendOnce(request, credential, signal);
    if (response.status !== 401 || !isRepeatable(request)) return response;
    if (!(await credentials.reject(credential))) return response;
    await drop(response);
    return sendOnce(request, await credentials.current(), signal);
  }

  return {
    host: url.host,
    send: async (request, signal) => {
      signal?.throwIfAborted();
      try {
        // Credentials and connections may take long, and know nothing of the signal.
        return await abortable(send(request, signal), signal);
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
    close: () =>
      (closed ??= connections.destroy(
        new ConnectionError('KB_TRANSPORT_CLOSED', server, `the connections to ${server} were closed by this process`),
      )),
  };
}

function checkTimes(times: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(times)) {
    if (typeof value === 'number' && value >= 0) continue;
    throw new TypeError(`createTransport: ${name} must be a number of milliseconds from 0 on, got ${String(value)}`);
  }
}

function headersOf(
  request: HttpRequest,
  credential: Credential,
  compression: boolean,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { ...request.headers };
  if (compression) headers['accept-encoding'] ??= 'gzip';
  for (const [name, value] of Object.entries(credential.headers)) {
    // What the caller set itself counts.
    headers[name] ??= typeof value === 'string' ? value : [...value];
  }
  for (const [name, value] of Object.entries(headers)) {
    headers[name] = typeof value === 'string' ? headerBytes(value) : value.map(headerBytes);
  }
  return headers;
}

/**
 * The body as undici takes it. The head of a request whose body streams is written with the first piece only: where the
 * sending is looked at, all of it is there before.
 */
async function bodyOf({ body, beforeSend }: HttpRequest): Promise<Uint8Array | Readable | undefined> {
  if (body === undefined || body instanceof Uint8Array) return body;
  return beforeSend === undefined ? Readable.from(body) : readBody(body);
}

/** A body that streams is gone once it was sent. */
function isRepeatable({ body }: HttpRequest): boolean {
  return body === undefined || body instanceof Uint8Array;
}

/** Ends an answer that is not wanted. */
async function drop({ body }: HttpResponse): Promise<void> {
  if (body instanceof Uint8Array) return;
  for await (const _chunk of body) break;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * A header's value as the network takes it: a character for each byte of its UTF-8, which is how Go sends texts. Node
 * and undici write the low byte of each character, and refuse others.
 */
function headerBytes(value: string): string {
  return NON_ASCII.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

// eslint-disable-next-line no-control-regex -- that is what is looked for
const NON_ASCII = /[^\x00-\x7f]/;
