import { CliError } from './cli-error.ts';

/** The oldest Node for the network stack (undici 8). */
export const OLDEST_NODE = '22.19';

/** Whether a version of Node is {@link OLDEST_NODE} or later. */
export function hasNetworkStack(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/**
 * Throws a CliError if this Node is older than the network stack requires. This is rare, because the launcher chooses
 * the pinned Node.
 */
export function requireNetworkStack(command: string): void {
  if (hasNetworkStack(process.versions.node)) return;
  throw new CliError(
    'KB_NODE_TOO_OLD',
    `"kb ${command}" needs Node ${OLDEST_NODE} or later; this is ${process.version}`,
    {
      hint: `npm installs a Node for kb on most platforms (not on ${process.platform}-${process.arch}, or optional packages were omitted): install them, or a newer Node.`,
    },
  );
}
