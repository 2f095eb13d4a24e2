import type { ClientCertificates } from './adapters/client-certificates.ts';
import type { SigningKey } from './adapters/signing-key.ts';
import { serviceAccountGroups, serviceAccountOf } from './service-account-name.ts';
import type { TokenUse } from './secret-tokens.ts';
import type { ServiceAccountTokens } from './service-account-tokens.ts';
import { OWN_AUDIENCE } from './token-claims.ts';
import { anonymousUser, AUTHENTICATED, type User } from './user.ts';

/** The user of a token. */
export interface TokenUser {
  readonly name: string;
  readonly uid?: string;
  /** Besides `system:authenticated`. Default: none; for a ServiceAccount, its own. */
  readonly groups?: readonly string[];
}

/** A user who has authenticated. */
export interface NamedUser extends TokenUser {
  readonly extra?: User['extra'];
}

/** The user who has authenticated as this one. */
export function authenticatedUser({ name, uid, groups = groupsOfAccount(name), extra }: NamedUser): User {
  return {
    name,
    ...(uid !== undefined && { uid }),
    groups: groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED],
    ...(extra && { extra }),
    trusted: true,
  };
}

function groupsOfAccount(userName: string): string[] {
  const account = serviceAccountOf(userName);
  return account ? serviceAccountGroups(account.namespace) : [];
}

/** Options of authentication. */
export interface AuthenticationOptions {
  /** The user of each bearer token. Without RBAC, all of them have all permissions. */
  readonly tokens: Readonly<Record<string, TokenUser>>;
  /**
   * With TLS, users may also present certificates that the server issues ({@link ApiServer.issueClientCertificate}).
   * Default: false.
   */
  readonly clientCertificates?: boolean;
  /**
   * With TLS, users may also present certificates of these authorities (PEM), as with kube-apiserver's
   * `--client-ca-file`: the common name is the user, the organizations are the groups. {@link createApiServer} throws a
   * {@link ClientCaError} if there is no certificate in it. Default: none. Without these two, clients are not asked for
   * certificates.
   */
  readonly clientCa?: string;
  /**
   * The server presents a certificate to extension servers (of APIServices), and the ConfigMap
   * `extension-apiserver-authentication` names its authority: servers built with Go's k8s.io/apiserver then believe
   * whose requests are passed on to them. Default: false.
   */
  readonly frontProxy?: boolean;
  /** Signs the tokens of ServiceAccounts. Default: a new key of the server. */
  readonly signingKey?: SigningKey;
}

/**
 * Finds the user of a request by the certificates (DER) of its client and by its `Authorization` header: the anonymous
 * user if it has neither a certificate nor a bearer token, undefined if none of them is known.
 */
export type Authenticate = (
  authorization: string | undefined,
  presented?: {
    readonly certificates?: readonly Uint8Array[] | undefined;
    /** Gets the warnings and audit annotations about tokens in Secrets. */
    readonly use?: TokenUse | undefined;
  },
) => User | undefined;

/** Creates an authenticator from the known tokens, and those that this server issued to service accounts. */
export function createAuthenticator(
  { tokens }: AuthenticationOptions,
  serviceAccounts?: Pick<ServiceAccountTokens, 'check'>,
  certificates?: Pick<ClientCertificates, 'check'>,
): Authenticate {
  const known = Object.entries(tokens).map(([token, user]) => ({ token, user: authenticatedUser(user) }));
  return (authorization = '', { certificates: shown, use } = {}) => {
    const chain = shown && certificates?.check(shown);
    if (chain?.user) return authenticatedUser(chain.user);
    const presented = bearerToken(authorization);
    if (presented === '') return shown && certificates && !chain ? undefined : anonymousUser;
    let found: User | undefined;
    // All tokens are compared, so that the time reveals nothing.
    for (const { token, user } of known) if (isSame(token, presented)) found = user;
    if (found) return found;
    const check = serviceAccounts?.check(presented, [OWN_AUDIENCE], use);
    return check && 'user' in check ? check.user : undefined;
  };
}

/** The token in an `Authorization` header; empty if there is none, or another scheme. */
export function bearerToken(authorization: string): string {
  const [scheme = '', token = ''] = authorization.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? token : '';
}

/** Compares in a time that depends only on the length of what was presented. */
function isSame(secret: string, presented: string): boolean {
  let difference = secret.length ^ presented.length;
  for (let index = 0; index < presented.length; index += 1) {
    difference |= presented.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
