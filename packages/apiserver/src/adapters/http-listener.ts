import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';

/** Where to listen. */
export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** A loopback address. Default: `127.0.0.1`. */
  readonly host?: string;
}

/** A server that listens. */
export interface Listener {
  /** Such as `http://127.0.0.1:43817`. */
  readonly url: string;
  /** Ends all connections, watches included, and listens no longer. Resolves when nothing is left. */
  close(): Promise<void>;
}

/** An address that the server does not listen on. */
export class NotLoopbackError extends Error {
  override readonly name = 'NotLoopbackError';
  readonly code = 'KB_NOT_LOOPBACK';
}

/**
 * Listens for HTTP on a loopback address, and hands every request to a transport. Throws a {@link NotLoopbackError} for any other address: the server has no
 * authentication. Rejects with the system's error when the port is taken.
 */
export async function listen(
  transport: Transport,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<Listener> {
  if (!isLoopback(host)) {
    throw new NotLoopbackError(
      `the embedded API server does not listen on ${host}: it has no authentication, and serves loopback addresses only (127.0.0.0/8, ::1, localhost)`,
    );
  }
  const sockets = new Set<Socket>();
  // Requests that change the protocol (exec, attach, port-forward) are answered like any other: with the reason why not.
  const server = createServer({ keepAlive: true, shouldUpgradeCallback: () => false }, (incoming, outgoing) => {
    void serve(transport, incoming, outgoing);
  });
  // Watches last as long as they like; a request's head and body do not.
  server.requestTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on a host and port has such an address.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

async function serve(transport: Transport, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  try {
    const response = await transport.send(requestOf(incoming), gone.signal);
    await write(response, outgoing);
  } catch (error) {
    // The client went away; there is nobody left to tell.
    if (!gone.signal.aborted) outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

function requestOf(incoming: IncomingMessage): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body: incoming };
}

async function write({ status, headers, body }: HttpResponse, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    outgoing.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (body instanceof Uint8Array) {
    // An answer to HEAD, and one without content, has no body to measure.
    if (status !== 204 && status !== 304) outgoing.setHeader('content-length', body.length);
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  for await (const chunk of body) {
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves when the client has taken what was written, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
