import type { HttpBody, HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { ConnectionError } from '../../errors/connection-error.ts';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /**
   * URL of the API server, or of the proxy in front of it. Its path, if any, is a prefix of every request's path. In a
   * page, it may be relative to the page, such as `/k8s`.
   */
  readonly server: string;
  /**
   * Returns headers to add to each request, such as `authorization: Bearer …`; called for every request. Default: none.
   */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Whether cookies are sent. Default: those of the page's own origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** The implementation of `fetch`. Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Creates a transport that uses `fetch`, for browsers, edge workers and other platforms without sockets. Uses no Node
 * API. The platform handles certificates, proxies and connections, and does not report failures in detail: each is a
 * ConnectionError `KB_CONNECTION_FAILED`, or `KB_CONNECTION_LOST` if the response had begun. Redirects are failures. A
 * browser sends its own `User-Agent`, and applies CORS to servers of another origin.
 */
export function fetchTransport(options: FetchTransportOptions): Transport {
  const { headers: more, credentials = 'same-origin', fetch: given } = options;
  const base = options.server.replace(/\/$/, '');
  const host = hostOf(base);
  return {
    ...(host !== undefined && { host }),
    send: async (request, signal) => {
      const [added, body] = await Promise.all([more?.(), wholeBody(request.body)]);
      signal?.throwIfAborted();
      const init: RequestInit = {
        method: request.method,
        headers: { ...request.headers, ...added },
        cache: 'no-store',
        redirect: 'error',
        credentials,
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      };
      request.beforeSend?.();
      // Called without a receiver: a browser's fetch rejects any receiver except the window.
      const send = given ?? globalThis.fetch;
      try {
        return toResponse(await send(base + request.path, init), base, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw failed('KB_CONNECTION_FAILED', base, request, error);
      }
    },
  };
}

/** `host:port` of an absolute URL. */
function hostOf(server: string): string | undefined {
  return URL.canParse(server) ? new URL(server).host : undefined;
}

/** Reads the whole body, because not every platform can send a stream. */
async function wholeBody(body: HttpBody | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of body instanceof Uint8Array ? [body] : body) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  bytes.set(concatBytes(pieces, bytes.length));
  return bytes;
}

function toResponse(response: Response, server: string, signal: AbortSignal | undefined): HttpResponse {
  const headers = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers,
    body: response.body ? pieces(response.body, server, signal) : new Uint8Array(),
  };
}

/**
 * Streams the bytes of a response. Leaving the iteration aborts the request. Uses a reader, because not every
 * platform's streams are iterable.
 */
async function* pieces(
  body: ReadableStream<Uint8Array>,
  server: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } catch (error) {
    ended = true;
    signal?.throwIfAborted();
    throw failed('KB_CONNECTION_LOST', server, undefined, error);
  } finally {
    if (!ended) await reader.cancel();
  }
}

function failed(
  code: 'KB_CONNECTION_FAILED' | 'KB_CONNECTION_LOST',
  server: string,
  request: HttpRequest | undefined,
  cause: unknown,
): ConnectionError {
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  const message =
    request === undefined
      ? `the connection to ${server} was lost in the middle of an answer${detail}`
      : `the request to ${server} failed: it does not answer, or does not let this page ask${detail}`;
  // fetch does not report whether the request was sent.
  return new ConnectionError(code, server, message, { cause, sent: request === undefined ? true : undefined });
}
