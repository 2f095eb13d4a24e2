import { CliError } from './cli-error.ts';

/**
 * Throws a CliError where this Node is older than what the network stack (undici 8) wants, 22.19. The launcher picks
 * the pinned Node, so that this is rare.
 */
export function requireNetworkStack(command: string): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new CliError('KB_NODE_TOO_OLD', `"kb ${command}" needs Node 22.19 or later; this is ${process.version}`, {
    hint: `npm installs a Node for kb where its platform has one (not for ${process.platform}-${process.arch}, or optional packages were left out): install them, or a newer Node.`,
  });
}
