import { networkInterfaces } from 'node:os';

/** The addresses of a server on `host`: `host` itself, or all addresses of this machine if it is a wildcard. */
export function ownAddresses(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return [host, ...all];
}
