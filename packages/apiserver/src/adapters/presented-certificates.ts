import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** What the client of each connection presented; undefined if nothing. */
const presented = new WeakMap<object, readonly Uint8Array[] | undefined>();

/** More certificates than this are not read; a chain has three or four. */
const MOST_CERTIFICATES = 100;

/** Returns the certificates that the client of a connection presented, as a field of its requests. */
export function clientCertificatesOf(socket: Socket | TLSSocket | undefined): {
  readonly clientCertificates?: readonly Uint8Array[];
} {
  if (!socket) return {};
  if (!presented.has(socket)) {
    // The socket of an HTTP/2 session is a proxy, so that `in` does not find the methods of the real one.
    const { getPeerX509Certificate: read } = socket as Partial<TLSSocket>;
    presented.set(socket, chainFrom(read?.call(socket)));
  }
  const clientCertificates = presented.get(socket);
  return clientCertificates ? { clientCertificates } : {};
}

function chainFrom(first: X509Certificate | undefined): Uint8Array[] | undefined {
  if (!first) return undefined;
  const chain: Uint8Array[] = [];
  for (
    let certificate: X509Certificate | undefined = first;
    certificate && chain.length < MOST_CERTIFICATES;
    certificate = certificate.issuerCertificate
  )
    chain.push(certificate.raw);
  return chain;
}
