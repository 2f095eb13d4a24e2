import type http2 from 'node:http2';
import type { HttpBody, HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { ClusterAccess } from '../surroundings/cluster-access.ts';
import { type Http2TestServer, pem, startHttp2Server, type StreamAnswer } from './start-http2-server.ts';
import { constant, testAccess } from './test-access.ts';
import {
  createTransport,
  type PooledTransport,
  type TransportOptions,
} from '../adapters/transport/create-transport.ts';

/** Resources that {@link closeAll} closes. */
export const toClose: { close(): Promise<unknown> }[] = [];

/** Closes what the test has opened, in reverse order. */
export async function closeAll(): Promise<void> {
  for (const one of toClose.splice(0).toReversed()) await one.close();
}

/** Creates a transport to a server with the test certificate. Closed after the test. */
export const connect = (
  url: string,
  options?: TransportOptions,
  access: Partial<ClusterAccess> = {},
): PooledTransport => {
  const transport = createTransport(testAccess(url, { tls: constant({ ca: pem('ca.crt') }), ...access }), options);
  toClose.push(transport);
  return transport;
};

/** Starts a server that is closed after the test. */
export async function serve(answer: StreamAnswer, settings?: http2.Settings): Promise<Http2TestServer> {
  const server = await startHttp2Server(answer, settings);
  toClose.push(server);
  return server;
}

/** Creates a watch request. */
export const watch = (name = 'a'): HttpRequest => ({
  method: 'GET',
  path: `/api/v1/${name}?watch=true`,
  headers: { accept: 'application/json' },
});
/** Creates a GET request of a path. */
export const get = (path = '/api/v1/a'): HttpRequest => ({ method: 'GET', path, headers: {} });

/** Begins a response with the path as its text, and leaves it open. */
export const begin: StreamAnswer = (stream, path) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.write(path);
};

/** Reads a body chunk by chunk, as text. */
export async function* piecesOf(body: HttpBody): AsyncGenerator<string> {
  for await (const piece of body instanceof Uint8Array ? [body] : body) yield Buffer.from(piece).toString();
}

/** Reads a body to its end. */
export async function textOf({ body }: HttpResponse): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(body)) text += piece;
  return text;
}

/** Reads a response to its end, and resolves with the error. */
export const failureOf = (response: HttpResponse): Promise<unknown> =>
  textOf(response).then(
    (text) => `ended: ${text}`,
    (error: unknown) => error,
  );

/** Lets the sockets of this process send and receive pending data. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
