import type { HttpRequest, HttpResponse } from '@kb/apimachinery';

/** Where requests are passed on to. */
export interface ProxyTarget {
  /** `ADDRESS:PORT` as URLs write it; without a port if the scheme's own is meant. */
  readonly host: string;
  /**
   * Sends a request there. The path is escaped, names of headers are in lower case. Rejects if nothing answers, with a
   * message in Go's words.
   */
  readonly send: (request: HttpRequest, signal: AbortSignal | undefined) => Promise<HttpResponse>;
}

/** The parts of a name in the path of a proxy: `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`. */
export interface ProxiedName {
  readonly scheme: '' | 'http' | 'https';
  readonly name: string;
  /** A number or the name of a port; empty: none. */
  readonly port: string;
}

/** Splits a name; undefined for one of another form. */
export function splitProxiedName(text: string): ProxiedName | undefined {
  const parts = text.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  if (parts.length > 3 || name === '') return undefined;
  return scheme === '' || scheme === 'http' || scheme === 'https' ? { scheme, name, port } : undefined;
}

/** The default ports of the schemes. */
export const schemePorts: Readonly<Record<ProxiedName['scheme'], number>> = { '': 80, http: 80, https: 443 };

/** Returns an address and a port as Go's `net.JoinHostPort` does; without a port, the address alone. */
export function hostOf(address: string, port: string): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return port === '' ? host : `${host}:${port}`;
}
