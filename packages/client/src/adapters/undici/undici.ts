// Other packages compile this source too, and find the declarations only through this reference.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./undici-internals.d.ts" />
import { isIP, type Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool as UndiciPool } from 'undici';
import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import { afterHandshake } from './after-handshake.ts';
import { type Answer, receiveAnswer, type RequestWatch } from './receive-answer.ts';
import { requestUpgrade, type SwitchedAnswer } from './request-upgrade.ts';

/** A pool of connections to one server. */
export interface ConnectionPool {
  /** Sends a request: see {@link receiveAnswer}. */
  request(options: Omit<Dispatcher.DispatchOptions, 'origin'>, watch?: RequestWatch): Promise<Answer>;
  /** Requests another protocol: see {@link requestUpgrade}. */
  upgrade(options: Omit<Dispatcher.DispatchOptions, 'origin'>, watch?: RequestWatch): Promise<SwitchedAnswer | Answer>;
  /** Waits for pending requests, then closes. */
  close(): Promise<void>;
  /** Closes everything now; pending requests reject with `reason`. */
  destroy(reason: Error): Promise<void>;
}

/** The timeout for establishing a connection, including TLS, in milliseconds, as in client-go. */
export const CONNECT_TIMEOUT = 30_000;
/**
 * An idle connection is closed after this many milliseconds, or earlier if the server announced so. The API server
 * closes it after 90 seconds.
 */
export const IDLE_TIMEOUT = 60_000;
/**
 * TCP keep-alive starts after 30 idle seconds, as in client-go, which is below the idle timeouts of load balancers.
 * Node sends ten probes, one per second, independently of the system's settings, so connections to a host that is gone
 * end after 40 seconds, including idle watches.
 */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelay: 30_000 } as const;

/**
 * Connects to `origin` over HTTP/1.1 (for watches over HTTP/2, see `http2/`), with as many connections as there are
 * concurrent requests, which are reused. Timeouts are set on each request, because pools that use a proxy do not pass
 * them on; a request without them has none.
 *
 * Loads undici on the first request, and only the needed modules: 25 ms and 17 MB, instead of 80 ms and 31 MB for its
 * main entry (fetch, WebSockets, caches, mocks…). undici does not restrict subpath imports, and its version is pinned.
 */
export async function connectTo(
  origin: string,
  tls: TlsMaterial,
  proxyUrl: string | undefined,
): Promise<ConnectionPool> {
  const { pool, abandon } = await (proxyUrl === undefined ? directPool(origin, tls) : proxiedPool(tls, proxyUrl));
  return {
    request: (options, watch) => receiveAnswer(pool, { headersTimeout: 0, bodyTimeout: 0, ...options, origin }, watch),
    upgrade: (options, watch) => requestUpgrade(pool, { headersTimeout: 0, bodyTimeout: 0, ...options, origin }, watch),
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
   * Aborts pending connection attempts: a destroyed pool waits for them, and they would keep the process alive while
   * the server does not respond.
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
  // From the main entry, because ProxyAgent needs its initialization.
  const { Pool, ProxyAgent } = await import('undici');
  const factory = (origin: string | URL, options: UndiciPool.Options): Dispatcher => {
    const { connect } = options;
    if (typeof connect !== 'function') return new Pool(origin, options);
    // Connects to the server, and to a proxy that forwards.
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
    // Connects to a proxy that tunnels.
    clientFactory: factory,
  });
  // ProxyAgent opens its connections itself and does not expose them.
  return { pool, abandon: () => undefined };
}

/**
 * Removes the server name if it is an IP address, which TLS does not allow. The certificate is then verified against
 * the address.
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

/** The result of {@link connectOptions}. */
export interface ConnectOptions {
  readonly keepAlive: true;
  readonly keepAliveInitialDelay: number;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: false;
}
