/** Where a server listens. */
export interface BindAddress {
  /** The host; undefined: every address of this machine. IPv6 without brackets. */
  readonly host: string | undefined;
  /** The port; 0: any free port. */
  readonly port: number;
}

/**
 * Parses an address in Go's notation, which controller-runtime's options use: `:8080`, `127.0.0.1:0`, `[::1]:8443`,
 * `localhost:9443`. Returns undefined for `0` and an empty text, which turn a server off. Throws a TypeError for an
 * invalid address.
 */
export function parseAddress(text: string): BindAddress | undefined {
  if (text === '' || text === '0') return undefined;
  const match = /^(?:\[(?<v6>[^\]\s]*)\]|(?<host>[^:[\]\s]*)):(?<port>\d{1,5})$/.exec(text);
  const port = Number(match?.groups?.['port'] ?? Number.NaN);
  if (!match || !(port <= 65_535)) {
    throw new TypeError(
      `"${text}" is not an address to listen on: expected <host>:<port> such as 127.0.0.1:8081, :8081 for all addresses, or 0 for none`,
    );
  }
  const host = match.groups?.['v6'] ?? match.groups?.['host'];
  return { host: host === '' ? undefined : host, port };
}

/** Formats an address in Go's notation: `127.0.0.1:8081`, `[::1]:8081`. */
export function formatAddress({ host = '', port }: BindAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
