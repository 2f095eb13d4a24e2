import { networkInterfaces } from 'node:os';
import { CliError } from '../cli-error.ts';

/** How a cluster elsewhere reaches the webhooks of an operator on this machine. */
export interface WebhookReach {
  /** The name or address, for the certificate. */
  readonly host: string;
  /** Where the cluster calls them. */
  readonly origin: string;
  /** Where the operator listens, in Go's notation. */
  readonly bindAddress: string;
}

/**
 * Reads `--webhook-address HOST:PORT`. The operator listens on that address if this machine has it; for other names,
 * such as that of a tunnel, on loopback, at the same port. `listens`: an address that the environment sets instead.
 * Throws a CliError for anything else.
 */
export function readWebhookReach(
  address: string,
  listens?: string,
  own: () => readonly string[] = ownAddresses,
): WebhookReach {
  const [, bracketed, name, port = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(address) ?? [];
  const host = bracketed ?? name;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new CliError('KB_WRONG_FLAGS', `--webhook-address is a name or an address with a port, not "${address}"`, {
      hint: 'Such as --webhook-address 192.168.1.5:9443: the cluster calls the webhooks there.',
      exitCode: 2,
    });
  const bracket = (text: string): string => (text.includes(':') ? `[${text}]` : text);
  const local = own().includes(host) ? host : '127.0.0.1';
  return {
    host,
    origin: `https://${bracket(host)}:${Number(port)}`,
    bindAddress: listens ?? `${bracket(local)}:${Number(port)}`,
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}
