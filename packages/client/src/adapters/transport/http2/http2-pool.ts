import type { Answer, RequestWatch } from '../../undici/receive-answer.ts';
import { abortable } from '../../../abort/abort-signals.ts';
import { type Http2Connection, StreamRefusedError, type StreamRequest } from './http2-connection.ts';

/** HTTP/2 connections to one server: as few as its limit of streams per connection allows. */
export interface Http2Pool {
  /**
   * Sends a request over a connection with capacity, or a new one. Resolves with undefined, and sends nothing, if the
   * server does not support HTTP/2, or not for this request.
   */
  request(request: StreamRequest, watch: RequestWatch): Promise<Answer | undefined>;
  /** Waits for pending requests, then closes. */
  close(): Promise<void>;
  /** Closes everything now; pending requests reject with `reason`. */
  destroy(reason: Error): Promise<void>;
}

/**
 * Opens a connection; undefined if the server does not support HTTP/2. Rejects if that fails, and with the reason of
 * `signal`.
 */
export type OpenConnection = (signal: AbortSignal) => Promise<Http2Connection | undefined>;

/** How often a request is sent again after the server refused its stream. */
const MAX_REFUSALS = 3;

/** Creates an empty pool. It opens one connection at a time: waiting requests fill it before the next one is opened. */
export function createHttp2Pool(open: OpenConnection): Http2Pool {
  const connections = new Set<Http2Connection>();
  const ending = new AbortController();
  let opening: Promise<void> | undefined;
  let speaks = true;
  let closing = false;
  /** Requests that are pending or wait for a connection. */
  const underWay = new Set<Promise<unknown>>();

  const openOne = async (): Promise<void> => {
    const connection = await open(ending.signal);
    // A server that accepts no streams at all is treated as one without HTTP/2.
    if (!connection?.hasRoom()) {
      speaks = false;
      connection?.close();
      return;
    }
    connections.add(connection);
    void connection.ended.then(() => connections.delete(connection));
    ending.signal.throwIfAborted();
  };

  const opened = (): Promise<void> =>
    (opening ??= openOne().finally(() => {
      opening = undefined;
    }));

  const withRoom = (): Http2Connection | undefined => {
    for (const connection of connections) if (connection.hasRoom()) return connection;
    return undefined;
  };

  const request = async (given: StreamRequest, watch: RequestWatch): Promise<Answer | undefined> => {
    let refusals = 0;
    for (;;) {
      if (!speaks) return undefined;
      ending.signal.throwIfAborted();
      watch.signal?.throwIfAborted();
      const connection = withRoom();
      if (!connection) {
        await abortable(opened(), watch.signal);
        continue;
      }
      try {
        return await connection.send(given, watch);
      } catch (error) {
        if (!(error instanceof StreamRefusedError)) throw error;
        if (error.needsHttp1) return undefined;
        refusals += 1;
        if (refusals > MAX_REFUSALS) throw error;
      }
    }
  };

  const closeAll = (): void => {
    for (const connection of connections) connection.close();
  };

  return {
    request: (given, watch) => {
      const running = request(given, watch);
      const over = running.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(over);
      void over.then(() => {
        underWay.delete(over);
        if (closing && underWay.size === 0) closeAll();
      });
      return running;
    },
    close: async () => {
      closing = true;
      await Promise.all(underWay);
      closeAll();
      await Promise.all(Array.from(connections, ({ ended }) => ended));
    },
    destroy: async (reason) => {
      ending.abort(reason);
      const all = [...connections];
      for (const connection of all) connection.destroy(reason);
      await opening?.catch(() => undefined);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
