import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that a test server received. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

/** Handles one request. */
export type Answer = (request: SeenRequest, response: ServerResponse, index: number) => void | Promise<void>;

/** A test server on loopback, in this process. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** All requests so far. */
  readonly seen: SeenRequest[];
  /** Requests that the client aborted before the response was complete. */
  readonly cut: SeenRequest[];
  /** How many connections are open. */
  connections(): Promise<number>;
  /** Resolves when `cut` has this many requests. */
  untilCut(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts an HTTP server with scripted responses; with TLS settings, an HTTPS server. */
export async function startTestServer(answer: Answer, tls?: https.ServerOptions): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const cut: SeenRequest[] = [];
  const waiting = new Set<() => void>();
  const numbers = new WeakMap<object, number>();
  let accepted = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let connection = numbers.get(incoming.socket);
    if (connection === undefined) numbers.set(incoming.socket, (connection = accepted += 1));
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      connection,
    };
    seen.push(request);
    response.on('close', () => {
      if (response.writableFinished) return;
      cut.push(request);
      for (const check of waiting) check();
    });
    await answer(request, response, seen.length - 1);
  }

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    serve(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    seen,
    cut,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    untilCut: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (cut.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Responds with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
