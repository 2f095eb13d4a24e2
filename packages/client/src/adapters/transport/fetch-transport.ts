import type { HttpBody, HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { ConnectionError } from '../../errors/connection-error.ts';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /**
   * URL of the API server, or of the proxy in front of it; a path in it comes before the path of every request. In a
   * page also relative to the page, such as `/k8s`.
   */
  readonly server: string;
  /** Headers that every request gets besides its own, asked for each time: `authorization: Bearer …`. Default: none. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Whether cookies are sent. Default: those of the page's own origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** What sends. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * A transport over `fetch`: for browsers, workers at the edge, and wherever there is nothing but that. Uses nothing of
 * Node. Certificates, proxies and connections are the host's affair, and so are the words of what goes wrong: every
 * failure is a ConnectionError `KB_CONNECTION_FAILED`, or `KB_CONNECTION_LOST` when the answer had begun. Redirects are
 * failures. A browser sends its own `User-Agent`, and asks a server of another origin first whether it may (CORS).
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
      // Called as a function of nobody: a browser's own refuses to be a method of anything but the window.
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

/** All of a body: not every host can send one as it comes. */
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
 * The bytes of an answer as they come. Leaving the iteration ends the request. By a reader: not every host's streams
 * can be iterated.
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
  // Once it was handed over, nobody says how far it came.
  return new ConnectionError(code, server, message, { cause, sent: request === undefined ? true : undefined });
}
