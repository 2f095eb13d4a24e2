import { CredentialError } from '../../errors/credential-error.ts';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import { execPluginIdentity } from '../credentials/exec-plugin.ts';
import { basic, bearer, fixedIdentity, type IdentitySource } from '../credentials/identity.ts';
import { tokenFileIdentity } from '../credentials/token-file.ts';
import type { RawExec } from './document/kube-config-shape.ts';
import { userOidcIdentity } from './user-oidc.ts';
import type { UserEntry } from './parse-kube-config.ts';
import { createReloadingFile } from '../files/reloading-file.ts';
import type { AccessSurroundings } from '../access-surroundings.ts';

const execVersions = new Set(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']);

/**
 * Creates the identity source of a kubeconfig's user, without its client certificates. A token file takes precedence
 * over a token, and both over an exec plugin, an auth-provider and a password. Rejects with a KubeConfigError.
 */
export async function userIdentity(
  user: UserEntry | undefined,
  cluster: object,
  surroundings: AccessSurroundings,
): Promise<IdentitySource> {
  if (user === undefined) return fixedIdentity({});
  if (surroundings.identity !== undefined) return surroundings.identity;
  const { raw, name, file } = user;
  const provider = raw['auth-provider']?.name;
  if (provider !== undefined && provider !== 'oidc') {
    const message = `user "${name}" in ${file} has the auth-provider "${provider}", which this client does not know: use an exec plugin`;
    throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file });
  }
  if (raw.tokenFile) return tokenFile(raw.tokenFile, user, surroundings);
  if (raw.token) return fixedIdentity({ authorization: bearer(raw.token) });
  if (raw.exec && provider !== undefined) {
    const message = `user "${name}" in ${file} has an exec plugin and an auth-provider: remove one`;
    throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file });
  }
  if (raw.exec) {
    const exec = checkExec(raw.exec, user);
    return execPluginIdentity({ ...surroundings, exec, user: name, cluster });
  }
  if (provider !== undefined) return userOidcIdentity(user, surroundings);
  return fixedIdentity(raw.username ? { authorization: basic(raw.username, raw.password ?? '') } : {});
}

async function tokenFile(
  path: string,
  user: UserEntry,
  { readFile, clock }: AccessSurroundings,
): Promise<IdentitySource> {
  const file = createReloadingFile(path, readFile, clock);
  try {
    await file.text();
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    const message = `tokenFile of user "${user.name}" in ${user.file}: ${error.message}`;
    throw new KubeConfigError('KB_KUBECONFIG_DANGLING', message, { file: user.file, cause: error });
  }
  return tokenFileIdentity(file);
}

function checkExec(exec: RawExec, { name, file }: UserEntry): RawExec & { readonly apiVersion: string } {
  const { apiVersion } = exec;
  if (apiVersion !== undefined && execVersions.has(apiVersion)) return { ...exec, apiVersion };
  const known = [...execVersions].join(' or ');
  const message = `exec of user "${name}" in ${file} has the apiVersion "${apiVersion ?? ''}": expected ${known}`;
  throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file });
}

/** Returns the headers that impersonate another user. */
export function impersonationHeaders(user: UserEntry | undefined): Record<string, string | readonly string[]> {
  if (user === undefined) return {};
  const { as, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = user.raw;
  const headers: Record<string, string | readonly string[]> = {};
  if (as) headers['impersonate-user'] = as;
  if (uid) headers['impersonate-uid'] = uid;
  if (groups && groups.length > 0) headers['impersonate-group'] = groups;
  for (const [key, values] of Object.entries(extra ?? {})) {
    headers[`impersonate-extra-${escapeKey(key)}`] = values;
  }
  return headers;
}

/**
 * Escapes the key of an extra field for a header name: percent-encodes invalid characters. The API server converts keys
 * to lower case.
 */
function escapeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase().toWellFormed())
    .replace(/[()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .toLowerCase();
}
