// Other packages compile this source too, and find these declarations only through the reference.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./undici-internals.d.ts" />
import { isIP, type Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool as UndiciPool } from 'undici';
import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import { afterHandshake } from './after-handshake.ts';
import { type Answer, receiveAnswer, type RequestWatch } from './receive-answer.ts';

/** The part of undici that a transport uses: connections to one server, and requests over them. */
export interface ConnectionPool {
  /** As {@link receiveAnswer}. */
  request(options: Omit<Dispatcher.DispatchOptions, 'origin'>, watch?: RequestWatch): Promise<Answer>;
  /** Lets requests that are under way end; then closes. */
  close(): Promise<void>;
  /** Ends everything now; requests under way reject with `reason`. */
  destroy(reason: Error): Promise<void>;
}

/** Time for a connection to be made, TLS included, in milliseconds: client-go's. */
export const CONNECT_TIMEOUT = 30_000;
/**
 * An idle connection is closed after this many milliseconds (or when the server said it will): well before the API
 * server does, after 90 seconds.
 */
export const IDLE_TIMEOUT = 60_000;
/**
 * After how many quiet milliseconds TCP asks the other side whether it is still there: client-go's, and less than load
 * balancers' patience. Node asks ten times, once a second, whatever the system's own settings are, so that a host that
 * is gone ends its connections after 40 seconds: a quiet watch too.
 */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelay: 30_000 } as const;

/**
 * Connects to `origin` by HTTP/1.1 (watches have connections of their own: `http2/`), with as many connections as there
 * are requests at a time, kept for the next. A request has the timeouts that it says, and none otherwise: with each
 * request and not with the pool, since pools behind proxies do not pass them on.
 *
 * undici is loaded here, when the first request is sent, and only the modules that are needed: 25 ms and 17 MB, instead
 * of 80 ms and 31 MB with its front door (fetch, WebSockets, caches, mocks…). It exports no subpaths but forbids none,
 * and its version is pinned.
 */
export async function connectTo(
  origin: string,
  tls: TlsMaterial,
  proxyUrl: string | undefined,
): Promise<ConnectionPool> {
  const { pool, abandon } = await (proxyUrl === undefined ? directPool(origin, tls) : proxiedPool(tls, proxyUrl));
  return {
    request: (options, watch) => receiveAnswer(pool, { headersTimeout: 0, bodyTimeout: 0, ...options, origin }, watch),
    close: () => pool.close(),
    destroy: async (reason) => {
      const destroyed = pool.destroy(reason);
      abandon(reason);
      await destroyed;
    },
  };
}

const poolOptions = { connectTimeout: CONNECT_TIMEOUT, keepAliveTimeout: IDLE_TIMEOUT, allowH2: false };

interface OpenedPool {
  readonly pool: Dispatcher;
  /**
   * Ends connections that are being made: a destroyed pool waits for those, and they would keep the process until a
   * silent server answers.
   */
  readonly abandon: (reason: Error) => void;
}

async function directPool(origin: string, tls: TlsMaterial): Promise<OpenedPool> {
  const [{ default: Pool }, { default: buildConnector }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
  ]);
  const connect = buildConnector({ ...connectOptions(tls), timeout: CONNECT_TIMEOUT, allowH2: false });
  const connecting = new Set<Socket>();
  const pool = new Pool(origin, {
    ...poolOptions,
    connect: (options, callback) => {
      const handOver = afterHandshake(callback);
      const socket = connect(options, (...made) => {
        connecting.delete(socket);
        handOver(...made);
      });
      connecting.add(socket);
    },
  });
  const abandon = (reason: Error): void => {
    for (const socket of connecting) socket.destroy(reason);
  };
  return { pool, abandon };
}

async function proxiedPool(tls: TlsMaterial, uri: string): Promise<OpenedPool> {
  // From the front door: it needs what only that puts in place.
  const { Pool, ProxyAgent } = await import('undici');
  const factory = (origin: string | URL, options: UndiciPool.Options): Dispatcher => {
    const { connect } = options;
    if (typeof connect !== 'function') return new Pool(origin, options);
    // To the server, and to a proxy that forwards.
    return new Pool(origin, {
      ...options,
      connect: (to, callback) => connect(withoutAddress(to), afterHandshake(callback)),
    });
  };
  const pool = new ProxyAgent({
    ...poolOptions,
    uri,
    proxyTls: keepAliveOptions,
    requestTls: connectOptions(tls),
    factory,
    // To a proxy that tunnels.
    clientFactory: factory,
  });
  // It makes its connections itself, and gives none of them out.
  return { pool, abandon: () => undefined };
}

/**
 * Without an address for the name of the server, which TLS does not allow: the certificate is checked against the
 * address itself then.
 */
function withoutAddress({ servername, ...to }: buildConnector.Options): buildConnector.Options {
  if (!servername || isIP(servername.replace(/^\[|\]$/g, '')) !== 0) return to;
  return { ...to, servername };
}

/** The options of TLS and TCP for every connection to a server. */
export function connectOptions({ ca, certificate, key, serverName, insecure }: TlsMaterial): ConnectOptions {
  return {
    ...keepAliveOptions,
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** What {@link connectOptions} makes. */
export interface ConnectOptions {
  readonly keepAlive: true;
  readonly keepAliveInitialDelay: number;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: false;
}
