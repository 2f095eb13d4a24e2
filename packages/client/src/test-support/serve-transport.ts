import { EventEmitter, once } from 'node:events';
import type { HttpBody, HttpRequest } from '@kb/apimachinery';
import { type Answer, startTestServer, type TestServer } from './start-test-server.ts';
import { testAccess } from './test-access.ts';
import type { ClusterAccess } from '../surroundings/cluster-access.ts';
import {
  createTransport,
  type PooledTransport,
  type TransportOptions,
} from '../adapters/transport/create-transport.ts';

/** Resources that {@link closeAll} closes. */
export const toClose: { close(): Promise<void> }[] = [];

/** Closes what the test has opened, in reverse order. */
export async function closeAll(): Promise<void> {
  for (const one of toClose.splice(0).toReversed()) await one.close();
}

/** Starts a server with a transport to it; both are closed after the test. */
export async function serve(
  answer: Answer,
  access: Partial<ClusterAccess> = {},
  options?: TransportOptions,
): Promise<{ server: TestServer; transport: PooledTransport }> {
  const server = await startTestServer(answer);
  const transport = createTransport(testAccess(server.url, access), options);
  toClose.push(server, transport);
  return { server, transport };
}

/** Creates a GET request of a path. */
export const get = (path = '/'): HttpRequest => ({ method: 'GET', path, headers: {} });

/** Reads a body to its end. */
export async function textOf(body: HttpBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A response that begins and does not end; `begun` resolves when it has begun. */
export function hanging(text = ''): { answer: Answer; begun: Promise<unknown> } {
  const events = new EventEmitter();
  return {
    answer: (_request, response) => {
      if (text !== '') response.write(text);
      events.emit('begun');
    },
    begun: once(events, 'begun'),
  };
}
