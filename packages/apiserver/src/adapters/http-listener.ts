import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions, TLSSocket } from 'node:tls';
import type { Transport } from '@kb/apimachinery';
import { listen as listenOn } from '@kb/serving/http';
import {
  type CertificateSubject,
  createServingCertificate,
  type ServingCertificate,
} from './certificates/certificates.ts';
import { keptServingCertificate } from './certificates/kept-certificate.ts';
import { ownAddresses } from './certificates/own-addresses.ts';
import { isServedUpgrade } from './websocket/serve-web-socket.ts';
import { protocolError, refuseMalformed, serveHttp1, serveUpgrade } from './http1.ts';
import { createHttp2Server } from './http2.ts';

/** Options of listening. */
export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Addresses other than loopback need {@link tls} and a server with authentication. Default: `127.0.0.1`. */
  readonly host?: string;
  /** HTTPS: HTTP/2 and HTTP/1.1. Default: false, HTTP/1.1 without encryption. */
  readonly tls?: boolean;
  /**
   * Names and addresses, without ports, that are accepted in Host headers, besides those of loopback and {@link host}.
   * The certificate is valid for them. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * A file that stores the certificate of {@link tls} with its key, so that later servers start faster and have the
   * same authority. It is created if it is missing, and renewed a month before it expires. A function returns the file
   * and creates its folder, and is called before each use. Default: a new certificate, which is not stored.
   */
  readonly certificateFile?: string | (() => string);
}

/** How clients authenticate. */
export interface ClientAuthentication {
  /** All clients have to. Default: false. */
  readonly authenticated?: boolean;
  /**
   * With TLS, clients are asked for a certificate, which is not checked here; `authorities` (PEM) are the issuers that
   * the server names when it asks. Default: clients are not asked.
   */
  readonly clientCertificates?: { readonly authorities?: string | undefined };
}

/** A server that is listening. */
export interface Listener {
  /** Such as `http://127.0.0.1:43817`. */
  readonly url: string;
  /** The authority (PEM) of the certificate. Undefined without TLS. */
  readonly ca: string | undefined;
  /**
   * Ends all connections, including watches, and stops listening. Resolves when all are closed. May be called again.
   */
  close(): Promise<void>;
}

/** The error for an address that the server refuses to listen on. */
export class NotLoopbackError extends Error {
  override readonly name = 'NotLoopbackError';
  readonly code = 'KB_NOT_LOOPBACK';
}

/** The maximum size of request line and headers, as in kube-apiserver: net/http's limit and its slack. */
const MAX_HEAD = 1024 * 1024 + 4096;
/** Timeouts of clients, in milliseconds. */
export interface ConnectionTimeouts {
  /** For the head of a request. */
  readonly head: number;
  /** Between two requests. */
  readonly idle: number;
  /** The interval of checking heads. */
  readonly check: number;
}

/** The timeouts of kube-apiserver. Bodies have the deadline of their request, and watches have no timeout. */
const listenerTimeouts: ConnectionTimeouts = { head: 32_000, idle: 90_000, check: 4000 };
const BACKLOG = 4096;
const DEFAULT_HOST = '127.0.0.1';
/** net/http's response to plain HTTP on an HTTPS port. */
const NOT_HTTPS = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

const listenerOptions = {
  // As kube-apiserver: clients that vanish without closing their connections are noticed.
  keepAlive: true,
  keepAliveInitialDelay: 180_000,
  shouldUpgradeCallback: isServedUpgrade,
  maxHeaderSize: MAX_HEAD,
  requireHostHeader: false,
  requestTimeout: 0,
};

/**
 * Listens for HTTP or HTTPS, and passes every request to a transport. Throws a {@link NotLoopbackError} for addresses
 * other than loopback, unless all clients have to authenticate (`authenticated`) and the connection is encrypted (TLS).
 * Rejects with the system's error when the port is in use.
 */
export async function listen(
  transport: Transport,
  { port = 0, host = DEFAULT_HOST, tls = false, allowedHosts = [], certificateFile }: ListenOptions = {},
  { authenticated = false, clientCertificates }: ClientAuthentication = {},
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
    ? createHttpsServer(
        transport,
        serving,
        // Who has no certificate, or an invalid one, is refused by the server, or has a token.
        { ...options, ...(clientCertificates && askForCertificates(clientCertificates)) },
        sockets,
      )
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

/** The accepted names and addresses in Host headers, besides those of loopback. */
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

function askForCertificates({ authorities }: { readonly authorities?: string | undefined }): TlsOptions {
  return { requestCert: true, rejectUnauthorized: false, ...(authorities !== undefined && { ca: authorities }) };
}

/** Creates a server that negotiates the version of HTTP with each client. */
function createHttpsServer(
  transport: Transport,
  { certificate: cert, key }: ServingCertificate,
  options: ServerOptions & TlsOptions,
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

/** Handles requests that net/http accepts or refuses, and Node does not. */
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

/** The URL for clients on this machine. */
function urlOf({ address, port }: AddressInfo, tls: boolean): string {
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `${tls ? 'https' : 'http'}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
