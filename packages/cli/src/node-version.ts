import { CliError } from './cli-error.ts';

/**
 * Throws a CliError if this Node is older than 22.19, which the network stack (undici 8) requires. This is rare,
 * because the launcher chooses the pinned Node.
 */
export function requireNetworkStack(command: string): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new CliError('KB_NODE_TOO_OLD', `"kb ${command}" needs Node 22.19 or later; this is ${process.version}`, {
    hint: `npm installs a Node for kb on most platforms (not on ${process.platform}-${process.arch}, or optional packages were omitted): install them, or a newer Node.`,
  });
}
