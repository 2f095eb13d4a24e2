import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Connection, HttpResponse } from '@kb/apimachinery';
import type { Dispatcher } from 'undici';
import type { Answer, RequestWatch } from '../undici/receive-answer.ts';
import type { ConnectionPool } from '../undici/undici.ts';
import { toConnectionError } from './to-connection-error.ts';

/** The connections of a transport that switched to another protocol. */
export interface SwitchedConnections {
  /**
   * Requests another protocol (`options.upgrade`). A response 101 has the connection; any other is an {@link Answer}.
   */
  request(
    pool: ConnectionPool,
    options: Omit<Dispatcher.DispatchOptions, 'origin'>,
    watch: RequestWatch,
  ): Promise<Answer & Pick<HttpResponse, 'connection'>>;
  /** Closes all connections; their readers get this reason. Resolves when they are closed. */
  close(reason: Error): Promise<void>;
}

/** Creates the {@link SwitchedConnections} to a server. */
export function createSwitchedConnections(to: {
  readonly server: string;
  readonly proxyUrl: string | undefined;
}): SwitchedConnections {
  const open = new Set<Duplex>();
  return {
    request: async (pool, options, watch) => {
      const answer = await pool.upgrade(options, watch);
      if (!('socket' in answer)) return answer;
      const { status, headers, socket } = answer;
      const { signal } = watch;
      const abort = (): void => void socket.destroy(reasonOf(signal?.reason));
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        signal?.removeEventListener('abort', abort);
      });
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
      const toError = (error: unknown): unknown =>
        signal?.aborted ? signal.reason : toConnectionError(error, { ...to, sent: true });
      return { status, headers, body: new Uint8Array(), connection: connectionOf(socket, toError) };
    },
    close: async (reason) => {
      await Promise.all(
        [...open].map(async (socket) => {
          const closed = once(socket, 'close');
          socket.destroy(reason);
          await closed.catch(() => undefined);
        }),
      );
    },
  };
}

/** Returns the reason of a signal as the error of a socket, which has to be an Error. */
const reasonOf = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('the request was aborted', { cause: reason });

/** Makes a connection of a socket. */
function connectionOf(socket: Duplex, toError: (error: unknown) => unknown): Connection {
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const failure = (): unknown => toError(socket.errored ?? lost('the connection is closed'));
  return {
    received: read(socket, toError),
    send: (bytes) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed || !socket.writable) {
          reject(failure());
          return;
        }
        // The callback comes when the bytes are with the system, which takes them as fast as the server does.
        socket.write(bytes, (error) => (error ? reject(failure()) : resolve()));
      }),
    end: () => void socket.end(),
    finish: () => {
      socket.end();
      // The end of what the server sends closes the socket.
      socket.resume();
    },
    close: () => void socket.destroy(),
    closed,
  };
}

const lost = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNRESET' });

async function* read(socket: Duplex, toError: (error: unknown) => unknown): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array;
  } catch (error) {
    // Closed by the reader itself.
    if (socket.destroyed && socket.errored === null) return;
    throw toError(error);
  }
}
