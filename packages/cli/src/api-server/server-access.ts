import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import type { TokenUser } from '@kb/apiserver';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';
import { stateFolder } from './state-folder.ts';

/** The flags of commands that start the embedded API server: which clients have access. */
export const accessFlags: {
  readonly 'insecure-http': Flag & { type: 'boolean' };
  readonly 'allowed-host': Flag & { type: 'string'; multiple: true };
} = {
  'insecure-http': {
    type: 'boolean',
    description:
      'Serve plain HTTP, without a token, to every program on this machine. Default: HTTPS, to those who have a token.',
  },
  'allowed-host': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    description:
      'Accept requests for this name or address as well. Default: loopback names and the address that it listens on.',
  },
};

/** The values of {@link accessFlags}. */
export interface AccessFlagValues {
  readonly 'insecure-http': boolean | undefined;
  readonly 'allowed-host': readonly string[] | undefined;
}

/** Which clients have access to the embedded API server, and by which protocol: options of `startEmbeddedCluster`. */
export interface ServerAccess {
  readonly tls: boolean;
  readonly allowedHosts: readonly string[];
  /**
   * Returns the file for the certificate, and creates its folder. Throws if nothing can be stored there; a new
   * certificate is then made at every start.
   */
  readonly certificateFile?: () => string;
  readonly tokens?: Readonly<Record<string, TokenUser>>;
}

/**
 * Reads {@link accessFlags}. By default HTTPS, with the certificate kept in `.kb` of `root`, for clients with a token:
 * the given ones, or one created now. Throws a CliError for an invalid flag.
 */
export function readAccess(
  { 'insecure-http': insecure = false, 'allowed-host': allowedHosts = [] }: AccessFlagValues,
  root: string,
  tokens?: Readonly<Record<string, TokenUser>>,
): ServerAccess {
  for (const host of allowedHosts) checkHost(host);
  if (insecure) return { tls: false, allowedHosts, ...(tokens && { tokens }) };
  return {
    tls: true,
    allowedHosts,
    tokens: tokens ?? newAdminToken(),
    certificateFile: () => path.join(stateFolder(root), 'api-server.pem'),
  };
}

/** Creates a random token for a user with all permissions. */
export function newAdminToken(): Readonly<Record<string, TokenUser>> {
  return { [randomBytes(24).toString('hex')]: { name: 'kubernetes-admin', groups: ['system:masters'] } };
}

function checkHost(host: string): void {
  if (isIP(host) !== 0 || /^[a-z\d]([\w.-]*[a-z\d])?$/i.test(host)) return;
  throw new CliError('KB_WRONG_FLAGS', `--allowed-host is a host name or an address without a port, not "${host}"`, {
    exitCode: 2,
  });
}

/** Names those to whom RBAC allows everything. */
export function administratorsOf({ tokens = {} }: Pick<ServerAccess, 'tokens'>): string {
  const names = Object.values(tokens).flatMap(({ name, groups }) => (groups?.includes('system:masters') ? [name] : []));
  if (names.length === 0) return 'and nobody is administrator: no token is of the group system:masters';
  return `and ${[...new Set(names)].join(', ')} everything`;
}
