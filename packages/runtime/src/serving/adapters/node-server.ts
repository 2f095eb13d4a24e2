import type * as http from 'node:http';
import type * as https from 'node:https';
import type { Logger } from '../../log/logger.ts';
import { type BindAddress, formatAddress } from '../address.ts';
import type { HttpServerOptions, ListeningAddress } from '../http-server.ts';
import { defaultLimits, type ServerLimits } from '../server-limits.ts';
import { ListenError } from '../listen-error.ts';
import { answer } from './answer.ts';
import { followConnections } from './connections.ts';

/** A server of Node that listens. */
export interface BoundServer {
  readonly address: ListeningAddress;
  /** From now on it keeps the process alive. */
  hold(): void;
  /** Takes no more connections; resolves when the last one has ended. */
  drain(): Promise<void>;
  /** Ends the connections whose request has not come whole. */
  cutUnread(): void;
  /** Ends all connections. Resolves when nothing is left. */
  cut(): Promise<void>;
}

/**
 * Node's options for the limits of a server. It looks this often which connections are past theirs: a fraction of the
 * shortest.
 */
function nodeOptions({ headers, request, idle }: ServerLimits): http.ServerOptions {
  return {
    maxHeaderSize: 1024 * 1024,
    // Node refuses more than the request's.
    headersTimeout: Math.min(headers, request),
    requestTimeout: request,
    connectionsCheckingInterval: Math.ceil(Math.min(headers, request) / 32),
    keepAliveTimeout: idle,
    keepAlive: true,
  };
}

/**
 * Go's suites for servers, apart from those with CBC: TLS 1.3, and of 1.2 those with forward secrecy and authenticated
 * encryption.
 */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');
const protocols = { ciphers, minVersion: 'TLSv1.2' } as const;

// Not imported: an import reads every export, and with node:http's WebSocket Node loads its own copy of undici (alone:
// 40 ms and 15 MB).
const plainHttp = (): typeof http => process.getBuiltinModule('node:http');
const secureHttp = (): typeof https => process.getBuiltinModule('node:https');

/** Listens. Rejects with a {@link ListenError}. */
export async function bindServer(
  bind: BindAddress,
  options: HttpServerOptions & { readonly log: Logger },
): Promise<BoundServer> {
  const { name, address, certificates } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const closing = new AbortController();
  const { server, release } = certificates
    ? createHttpsServer(options, limits, closing.signal)
    : {
        server: plainHttp().createServer(nodeOptions(limits), (i, o) => void answer(options, i, o, closing.signal)),
        release: undefined,
      };
  const connections = followConnections(server, limits.idleConnections);
  // Before it can listen, so that a program that only makes a server can end.
  server.unref();
  try {
    await listen(server, bind);
  } catch (error) {
    release?.();
    throw new ListenError(name, address, error);
  }
  let drained: Promise<void> | undefined;
  const drain = (): Promise<void> =>
    (drained ??= new Promise((resolve) => {
      release?.();
      server.close(() => resolve());
      connections.drain();
    }));
  return {
    address: addressOf(server, certificates !== undefined),
    hold: () => void server.ref(),
    drain,
    cutUnread: () => connections.cutUnread(),
    cut: () => {
      const ended = drain();
      closing.abort(new Error(`the ${name} was closed`));
      connections.cut();
      return ended;
    },
  };
}

/** HTTPS whose certificate follows its source: connections made after a change get the new one. */
function createHttpsServer(
  options: HttpServerOptions & { readonly log: Logger },
  limits: ServerLimits,
  closing: AbortSignal,
): { server: https.Server; release: () => void } {
  const { certificates, clientCa, log, name } = options;
  const mutual = clientCa && { requestCert: true, rejectUnauthorized: true };
  const server = secureHttp().createServer(
    {
      ...nodeOptions(limits),
      ...mutual,
      ...protocols,
      handshakeTimeout: limits.handshake,
      ALPNProtocols: ['http/1.1'],
    },
    (i, o) => void answer(options, i, o, closing),
  );
  const follow = (): void => {
    const pair = certificates?.current();
    if (!pair) return;
    // An empty authority would be Node's own list of public ones: without one nobody's certificate fits.
    const ca = clientCa && { ca: clientCa.current() ?? [] };
    try {
      server.setSecureContext({ cert: pair.cert, key: pair.key, ...protocols, ...mutual, ...ca });
    } catch (error) {
      log.error(error, 'Certificate not usable', { server: name });
    }
  };
  follow();
  const ends = [certificates?.subscribe(follow), clientCa?.subscribe(follow)];
  server.on('tlsClientError', (error) => log.debug('TLS handshake failed', { server: name, error: error.message }));
  return {
    server,
    release: () => {
      for (const end of ends) end?.();
    },
  };
}

function listen(server: http.Server | https.Server, { host, port }: BindAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: http.Server | https.Server, tls: boolean): ListeningAddress {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('the server has no address');
  const host = bound.address;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? 'localhost' : host;
  return {
    host,
    port: bound.port,
    url: `${tls ? 'https' : 'http'}://${formatAddress({ host: reachable, port: bound.port })}`,
  };
}
