import { networkInterfaces } from 'node:os';

/**
 * The addresses that a server on `host` is reached at: `host` itself, and all addresses of this machine where it stands
 * for all of them.
 */
export function ownAddresses(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return [host, ...all];
}
