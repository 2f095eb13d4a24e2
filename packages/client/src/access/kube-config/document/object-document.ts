import { isJsonObject } from '@kb/apimachinery/codec';
import type { KubeConfigCluster, KubeConfigObject, KubeConfigUser } from './kube-config-object.ts';

/**
 * Converts a kubeconfig in memory to a document, without the auth-provider of the user `asked`. Does not check its
 * values.
 */
export function objectDocument(
  { clusters, users, contexts, currentContext }: KubeConfigObject,
  asked: KubeConfigUser | undefined,
): object {
  return {
    'current-context': currentContext,
    clusters: clusters.map((cluster) => ({ name: cluster.name, cluster: clusterDocument(cluster) })),
    users: users.map((user) => ({ name: user.name, user: userDocument(user, user === asked) })),
    contexts: contexts.map(({ name, cluster, user, namespace }) => ({ name, context: { cluster, user, namespace } })),
  };
}

/**
 * Returns the user of the current context if the object itself has to provide the credential: the user has none that
 * this client supports, but an unknown auth-provider or an authenticator.
 */
export function userToAskFor(kubeConfig: KubeConfigObject): KubeConfigUser | undefined {
  const context = kubeConfig.contexts.find(({ name }) => name === kubeConfig.currentContext);
  const user = kubeConfig.users.find(({ name }) => name === context?.user);
  if (user === undefined || user.token || user.username || execOf(user)) return undefined;
  const { name, tokenFile } = providerOf(user);
  if (tokenFile || name === 'oidc') return undefined;
  return name !== undefined || hasAuthenticators(kubeConfig) ? user : undefined;
}

/**
 * Whether authenticators were passed to client-node's `addAuthenticator`. They decide themselves which users they apply
 * to.
 */
function hasAuthenticators(kubeConfig: object): boolean {
  const added = 'custom_authenticators' in kubeConfig ? kubeConfig.custom_authenticators : undefined;
  return Array.isArray(added) && added.length > 0;
}

function clusterDocument(cluster: KubeConfigCluster): object {
  return {
    server: cluster.server,
    'certificate-authority-data': cluster.caData,
    'certificate-authority': cluster.caFile,
    'insecure-skip-tls-verify': cluster.skipTLSVerify,
    'tls-server-name': cluster.tlsServerName,
    'proxy-url': cluster.proxyUrl,
  };
}

function userDocument(user: KubeConfigUser, isAsked: boolean): object {
  const provider = providerOf(user);
  const exec = execOf(user);
  return {
    // client-node's name for a token file, which its loadFromCluster sets.
    tokenFile: provider.tokenFile,
    token: user.token,
    exec,
    'auth-provider': isAsked || exec !== undefined || provider.tokenFile !== undefined ? undefined : user.authProvider,
    username: user.username,
    password: user.password,
    'client-certificate-data': user.certData,
    'client-certificate': user.certFile,
    'client-key-data': user.keyData,
    'client-key': user.keyFile,
    as: user.impersonateUser,
  };
}

/** The settings of an exec plugin, in any place where client-node accepts them. */
function execOf({ exec, authProvider }: KubeConfigUser): unknown {
  if (exec) return exec;
  const config = isJsonObject(authProvider) ? authProvider['config'] : undefined;
  return isJsonObject(config) && config['exec'] ? config['exec'] : undefined;
}

function providerOf({ authProvider }: KubeConfigUser): { readonly name: unknown; readonly tokenFile: unknown } {
  if (!isJsonObject(authProvider)) return { name: undefined, tokenFile: undefined };
  const { name, config } = authProvider;
  return { name, tokenFile: (isJsonObject(config) && config['tokenFile']) || undefined };
}
