import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Transport } from '@kb/apimachinery';
import { listen as listenOn } from '@kb/serving/http';
import {
  type CertificateSubject,
  createServingCertificate,
  type ServingCertificate,
} from './certificates/certificates.ts';
import { keptServingCertificate } from './certificates/kept-certificate.ts';
import { ownAddresses } from './certificates/own-addresses.ts';
import { isWebSocketUpgrade } from './websocket/serve-web-socket.ts';
import { protocolError, refuseMalformed, serveHttp1, serveUpgrade } from './http1.ts';
import { createHttp2Server } from './http2.ts';

/** Where and how to listen. */
export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Any other than a loopback address needs {@link tls} and a server with authentication. Default: `127.0.0.1`. */
  readonly host?: string;
  /** HTTPS: HTTP/2 and HTTP/1.1. Default: false, HTTP/1.1 without encryption. */
  readonly tls?: boolean;
  /**
   * Names and addresses that requests may be for, besides those of loopback and {@link host}: without ports. The
   * certificate is valid for them. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * A file that keeps the certificate of {@link tls} with its key, so that servers that come after another start faster
   * and have the same authority. It is made when it is missing, and renewed a month before it expires. A function gives
   * the file and makes its folder, and is called before each use. Default: the certificate is made now, and kept
   * nowhere.
   */
  readonly certificateFile?: string | (() => string);
}

/** A server that listens. */
export interface Listener {
  /** Such as `http://127.0.0.1:43817`. */
  readonly url: string;
  /** The authority (PEM) that the certificate is checked with. Undefined without TLS. */
  readonly ca: string | undefined;
  /**
   * Ends all connections, watches included, and listens no longer. Resolves when nothing is left. Can be called again.
   */
  close(): Promise<void>;
}

/** An address that the server does not listen on. */
export class NotLoopbackError extends Error {
  override readonly name = 'NotLoopbackError';
  readonly code = 'KB_NOT_LOOPBACK';
}

/** kube-apiserver's: net/http's limit of request line and headers together, and the slack it gives. */
const MAX_HEAD = 1024 * 1024 + 4096;
/** How long clients may take, in milliseconds. */
export interface ConnectionTimeouts {
  /** For the head of a request. */
  readonly head: number;
  /** Between two requests. */
  readonly idle: number;
  /** How often heads are looked at. */
  readonly check: number;
}

/** kube-apiserver's. Bodies have the deadline of their request, and watches last as long as they like. */
const listenerTimeouts: ConnectionTimeouts = { head: 32_000, idle: 90_000, check: 4000 };
const BACKLOG = 4096;
const DEFAULT_HOST = '127.0.0.1';
/** net/http's response to http:// where https:// was needed. */
const NOT_HTTPS = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

const listenerOptions = {
  keepAlive: true,
  shouldUpgradeCallback: isWebSocketUpgrade,
  maxHeaderSize: MAX_HEAD,
  requireHostHeader: false,
  requestTimeout: 0,
};

/**
 * Listens for HTTP or HTTPS, and hands every request to a transport. Throws a {@link NotLoopbackError} for other
 * addresses than loopback's, unless all clients have to show who they are (`authenticated`) and the connection is
 * encrypted (TLS). Rejects with the system's error when the port is taken.
 */
export async function listen(
  transport: Transport,
  { port = 0, host = DEFAULT_HOST, tls = false, allowedHosts = [], certificateFile }: ListenOptions = {},
  authenticated = false,
  timeouts: ConnectionTimeouts = listenerTimeouts,
): Promise<Listener> {
  const address = withoutBrackets(host);
  if (!isLoopback(address) && !(tls && authenticated)) {
    const missing = [authenticated ? [] : ['authentication'], tls ? [] : ['TLS']].flat().join(' and ');
    throw new NotLoopbackError(
      `the embedded API server does not listen on ${host} without ${missing}: it would be open to the network. Loopback (127.0.0.0/8, ::1, localhost) needs neither`,
    );
  }
  const options = {
    ...listenerOptions,
    headersTimeout: timeouts.head,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: timeouts.check,
  };
  const sockets = new Set<Socket>();
  const serving = tls ? await certificateFor({ host: address, others: allowedHosts }, certificateFile) : undefined;
  const server = serving
    ? createHttpsServer(transport, serving, options, sockets)
    : createServer(options, (incoming, outgoing) => void serveHttp1(transport, incoming, outgoing));
  serveOddRequests(transport, server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listenOn(server, { port, host: address, backlog: BACKLOG });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      for (const socket of sockets) socket.destroy();
    });
  return {
    // A server that listens on a host and port has such an address.
    url: urlOf(server.address() as AddressInfo, tls),
    ca: serving?.ca,
    close: () => (closed ??= close()),
  };
}

/** The names and addresses that requests to a listener may be for, besides those of loopback. */
export function hostsOf({ host = DEFAULT_HOST, allowedHosts = [] }: ListenOptions = {}): string[] {
  return [...ownAddresses(withoutBrackets(host)), ...allowedHosts];
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

function certificateFor(
  subject: CertificateSubject,
  file: ListenOptions['certificateFile'],
): Promise<ServingCertificate> {
  return file === undefined ? createServingCertificate(subject) : keptServingCertificate(file, subject);
}

/** A server that asks each client which HTTP it speaks. */
function createHttpsServer(
  transport: Transport,
  { certificate: cert, key }: ServingCertificate,
  options: ServerOptions,
  sockets: ReadonlySet<Socket>,
): Server {
  const server = createSecureServer(
    { ...options, cert, key, ALPNProtocols: ['h2', 'http/1.1'] },
    (incoming, outgoing) => void serveHttp1(transport, incoming, outgoing),
  );
  const http2 = createHttp2Server(transport);
  const serveHttp1Connection = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket);
    else for (const listener of serveHttp1Connection) listener.call(server, socket);
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (error.code !== 'ERR_SSL_HTTP_REQUEST') return;
    for (const raw of sockets) if (raw.remotePort === socket.remotePort) raw.write(NOT_HTTPS);
  });
  return server;
}

/** Handles what net/http accepts or refuses otherwise than Node. */
function serveOddRequests(transport: Transport, server: Server): void {
  server.maxHeadersCount = 0;
  // A client that has closed its side still waits for its response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', (error, socket) => refuseMalformed(transport, error, socket));
  server.on(
    'upgrade',
    (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void serveUpgrade(transport, incoming, socket, head),
  );
  server.on('connect', (_, socket) => socket.end(protocolError('404 Not Found')));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Where clients on this machine reach it. */
function urlOf({ address, port }: AddressInfo, tls: boolean): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `${tls ? 'https' : 'http'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
