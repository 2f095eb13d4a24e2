import type * as http from 'node:http';
import type * as https from 'node:https';
import { listen } from '@kb/serving/http';
import type { Logger } from '../../log/logger.ts';
import { type BindAddress, formatAddress } from '../address.ts';
import type { HttpServerOptions, ListeningAddress } from '../http-server.ts';
import { defaultLimits, type ServerLimits } from '../server-limits.ts';
import { ListenError } from '../listen-error.ts';
import { handleNodeRequest } from './handle-node-request.ts';
import { followConnections } from './connections.ts';

/** A Node server that listens. */
export interface BoundServer {
  readonly address: ListeningAddress;
  /** Makes the server keep the process alive. */
  hold(): void;
  /** Accepts no more connections; resolves when the last one has ended. */
  drain(): Promise<void>;
  /** Closes the connections whose request is incomplete. */
  cutUnread(): void;
  /** Closes all connections. Resolves when all are closed. */
  cut(): Promise<void>;
}

/**
 * Makes Node's options for the limits of a server. The interval at which Node checks connections is a fraction of the
 * shortest limit.
 */
function nodeOptions({ headers, request, idle }: ServerLimits): http.ServerOptions {
  return {
    maxHeaderSize: 1024 * 1024,
    // Node refuses a value above the request timeout.
    headersTimeout: Math.min(headers, request),
    requestTimeout: request,
    connectionsCheckingInterval: Math.ceil(Math.min(headers, request) / 32),
    keepAliveTimeout: idle,
    keepAlive: true,
  };
}

/**
 * Go's cipher suites for servers without CBC: those of TLS 1.3, and those of TLS 1.2 with forward secrecy and
 * authenticated encryption.
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

// Loaded this way because an import reads every export, and node:http's WebSocket makes Node load its own copy of
// undici (40 ms and 15 MB).
const plainHttp = (): typeof http => process.getBuiltinModule('node:http');
const secureHttp = (): typeof https => process.getBuiltinModule('node:https');

/** Starts a server that listens. Rejects with a {@link ListenError}. */
export async function bindServer(
  { host, port }: BindAddress,
  options: HttpServerOptions & { readonly log: Logger },
): Promise<BoundServer> {
  const { name, address, certificates } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const closing = new AbortController();
  const { server, release } = certificates
    ? createHttpsServer(options, limits, closing.signal)
    : {
        server: plainHttp().createServer(
          nodeOptions(limits),
          (i, o) => void handleNodeRequest(options, i, o, closing.signal),
        ),
        release: undefined,
      };
  const connections = followConnections(server, limits.idleConnections);
  // Before it listens, so that a program that only creates a server can end.
  server.unref();
  try {
    await listen(server, { port, ...(host !== undefined && { host }) });
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

/** Creates an HTTPS server whose certificate follows its source: connections made after a change get the new one. */
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
    (i, o) => void handleNodeRequest(options, i, o, closing),
  );
  const follow = (): void => {
    const pair = certificates?.current();
    if (!pair) return;
    // Without `ca` Node would use its list of public authorities; with an empty list no certificate is valid.
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
