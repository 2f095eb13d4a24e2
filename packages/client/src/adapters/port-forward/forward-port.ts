import { createServer, type Socket, type AddressInfo } from 'node:net';
import { drained, type ObjectKeyLike } from '@kb/apimachinery';
import type { Client } from '../../client.ts';

/** Options of {@link forwardPort}. */
export interface ForwardPortOptions {
  /** The port of the Pod. */
  readonly port: number;
  /** The local port. Default: 0, which takes a free one. */
  readonly localPort?: number;
  /** The local address. Default: `127.0.0.1`, so that only this machine reaches the Pod. */
  readonly localAddress?: string;
  /** Ends the forwarding. Default: none. */
  readonly signal?: AbortSignal;
  /** Gets the error of a connection that failed; the listener goes on. Default: nothing. */
  readonly onError?: (error: unknown) => void;
}

/** A local port that forwards to a Pod. */
export interface ForwardedPort extends AsyncDisposable {
  /** The local port. */
  readonly port: number;
  readonly address: string;
  /** Closes the listener and all connections. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Listens on a local port, and forwards each connection to a port of a Pod, like `kubectl port-forward`. Rejects with
 * the system's error if the local port is taken. The Pod is not looked for until there is a connection; if it cannot be
 * reached then, that connection is closed.
 */
export async function forwardPort(
  client: Pick<Client, 'portForward'>,
  pod: ObjectKeyLike,
  { port, localPort = 0, localAddress = '127.0.0.1', signal, onError = () => undefined }: ForwardPortOptions,
): Promise<ForwardedPort> {
  signal?.throwIfAborted();
  const sockets = new Set<Socket>();
  const stop = new AbortController();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    forward(client, pod, port, socket, stop.signal).catch((error: unknown) => {
      socket.destroy();
      if (!stop.signal.aborted) onError(error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(localPort, localAddress, () => {
      server.off('error', reject);
      resolve();
    });
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= new Promise((resolve) => {
      signal?.removeEventListener('abort', onAbort);
      server.close(() => resolve());
      stop.abort(new Error('the forwarding was closed'));
      for (const socket of sockets) socket.destroy();
    }));
  const onAbort = (): void => void close();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);
  // A listener that is not a pipe has an address with a port.
  const { port: bound, address } = server.address() as AddressInfo;
  return { port: bound, address, close, [Symbol.asyncDispose]: close };
}

/** Copies bytes in both directions until the Pod or the local side ends the connection. */
async function forward(
  client: Pick<Client, 'portForward'>,
  pod: ObjectKeyLike,
  port: number,
  socket: Socket,
  stop: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const abort = (): void => gone.abort(stop.reason);
  stop.addEventListener('abort', abort);
  socket.once('close', () => gone.abort(new Error('the local connection was closed')));
  try {
    const connection = await client.portForward(pod, port, { signal: gone.signal });
    const up = async (): Promise<void> => {
      for await (const chunk of socket) await connection.write(chunk as Uint8Array);
    };
    // The protocol cannot end one direction alone: what the Pod still sends is delivered.
    up().catch(() => connection.close());
    for await (const chunk of connection.readable) {
      if (!socket.write(chunk)) await drained(socket);
    }
    socket.end();
  } catch (error) {
    if (!socket.destroyed) throw error;
  } finally {
    stop.removeEventListener('abort', abort);
    gone.abort(new Error('the connection is over'));
  }
}
