import type { Socket } from 'node:net';
import type { TlsMaterial } from '../../../surroundings/cluster-access.ts';
import { CONNECT_TIMEOUT, connectOptions, type ConnectionPool, IDLE_TIMEOUT } from '../../undici/undici.ts';
import { type Http2Connection, startHttp2, type StreamRequest } from './http2-connection.ts';
import { createHttp2Pool, type Http2Pool } from './http2-pool.ts';
import type { PingTimes } from './ping-times.ts';

/**
 * Adds HTTP/2 connections for watches to a pool. Everything else uses `http1`, and so do watches if the server does not
 * support HTTP/2.
 */
export function withHttp2(http1: ConnectionPool, origin: string, tls: TlsMaterial, pings: PingTimes): ConnectionPool {
  let made: Http2Pool | undefined;
  const pool = (): Http2Pool => (made ??= createHttp2Pool((signal) => connectHttp2(origin, tls, pings, signal)));
  return {
    request: (options, watch = {}) => {
      const { method, path, body } = options;
      if (method !== 'GET' || body !== undefined || !WATCH_QUERY.test(path)) return http1.request(options, watch);
      const headers = options.headers as StreamRequest['headers'];
      return pool()
        .request({ method, path, headers }, watch)
        .then((answer) => answer ?? http1.request(options, watch));
    },
    upgrade: (options, watch) => http1.upgrade(options, watch),
    close: async () => {
      await Promise.all([http1.close(), made?.close()]);
    },
    destroy: async (reason) => {
      await Promise.all([http1.destroy(reason), made?.destroy(reason)]);
    },
  };
}

const WATCH_QUERY = /[?&]watch=(?:true|1)(?:&|$)/;

/** Connects with TLS, and starts HTTP/2 if the server accepts it. */
async function connectHttp2(
  origin: string,
  tls: TlsMaterial,
  pings: PingTimes,
  signal: AbortSignal,
): Promise<Http2Connection | undefined> {
  const socket = await connectSocket(origin, tls, signal);
  if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2') {
    socket.destroy();
    return undefined;
  }
  const abandon = (): void => void socket.destroy();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await startHttp2({ origin, socket, pings, idleTimeout: IDLE_TIMEOUT });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

async function connectSocket(origin: string, tls: TlsMaterial, signal: AbortSignal): Promise<Socket> {
  // The same connector as for HTTP/1.1, with the same timeouts, addresses and certificates.
  const { default: buildConnector } = await import('undici/lib/core/connect.js');
  signal.throwIfAborted();
  const connect = buildConnector({ ...connectOptions(tls), timeout: CONNECT_TIMEOUT, allowH2: true, preferH2: true });
  const { hostname, host, protocol, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const abandon = (): void => {
      connecting.destroy();
      reject(signal.reason);
    };
    const connecting = connect({ hostname, host, protocol, port }, (error, socket) => {
      signal.removeEventListener('abort', abandon);
      if (error) reject(error);
      else resolve(socket);
    });
    signal.addEventListener('abort', abandon, { once: true });
  });
}
