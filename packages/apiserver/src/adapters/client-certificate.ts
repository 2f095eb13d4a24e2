import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** What the client of each connection presented; undefined if nothing. */
const presented = new WeakMap<object, Uint8Array | undefined>();

/** Returns the certificate that the client of a connection presented, as a field of its requests. */
export function clientCertificateOf(socket: Socket | TLSSocket | undefined): {
  readonly clientCertificate?: Uint8Array;
} {
  if (!socket) return {};
  if (!presented.has(socket)) {
    // The socket of an HTTP/2 session is a proxy, so that `in` does not find the methods of the real one.
    const { getPeerX509Certificate: read } = socket as Partial<TLSSocket>;
    presented.set(socket, read?.call(socket)?.raw);
  }
  const clientCertificate = presented.get(socket);
  return clientCertificate ? { clientCertificate } : {};
}
