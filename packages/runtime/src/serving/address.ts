/** Where a server listens. */
export interface BindAddress {
  /** Undefined: every address of this machine. IPv6 without brackets. */
  readonly host: string | undefined;
  /** 0: any free port. */
  readonly port: number;
}

/**
 * Reads an address as Go writes it, and controller-runtime's options take it: `:8080`, `127.0.0.1:0`, `[::1]:8443`,
 * `localhost:9443`. `0` and an empty text turn a server off: undefined. Throws a TypeError for what is no address.
 */
export function parseAddress(text: string): BindAddress | undefined {
  if (text === '' || text === '0') return undefined;
  const match = /^(?:\[(?<v6>[^\]\s]*)\]|(?<host>[^:[\]\s]*)):(?<port>\d{1,5})$/.exec(text);
  const port = Number(match?.groups?.['port'] ?? Number.NaN);
  if (!match || !(port <= 65_535)) {
    throw new TypeError(
      `"${text}" is no address to listen on: expected <host>:<port> such as 127.0.0.1:8081, :8081 for all addresses, or 0 for none`,
    );
  }
  const host = match.groups?.['v6'] ?? match.groups?.['host'];
  return { host: host === '' ? undefined : host, port };
}

/** An address as Go writes it: `127.0.0.1:8081`, `[::1]:8081`. */
export function formatAddress({ host = '', port }: BindAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
