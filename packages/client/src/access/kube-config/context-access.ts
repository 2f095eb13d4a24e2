import { KubeConfigError } from '../../errors/kube-config-error.ts';
import { isKeyOf } from '../../adapters/system/certificates.ts';
import { createCertificatePair, createTlsSource, type TlsParts } from '../tls/tls-source.ts';
import type { AccessParts, ClusterAccess, TextSource } from '../../surroundings/cluster-access.ts';
import { basic } from '../credentials/identity.ts';
import { createCredentials } from '../credentials/create-credentials.ts';
import type { ClusterEntry, UserEntry } from './parse-kube-config.ts';
import { openPem } from '../tls/pem.ts';
import { proxyFromEnvironment } from '../../adapters/proxy/proxy-from-environment.ts';
import type { SelectedContext } from './select-context.ts';
import { checkProxyUrl, serverUrl } from './server-url.ts';
import { impersonationHeaders, userIdentity } from './user-identity.ts';
import type { AccessSurroundings } from '../access-surroundings.ts';

/** The name of the cluster extension that is passed to an exec plugin unchanged. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';

/**
 * Returns the access to the cluster of a context, as its user. Opens every file that it names, so that missing ones are
 * reported now. Rejects with a KubeConfigError.
 */
export async function contextAccess(
  { context, cluster, user }: SelectedContext,
  source: string,
  surroundings: AccessSurroundings,
): Promise<ClusterAccess> {
  const server = serverUrl(cluster);
  const proxyUrl = clusterProxy(cluster, server, surroundings);
  const ca = await openPem(
    {
      data: cluster.caData,
      file: cluster.caFile,
      what: `certificate-authority of cluster "${cluster.name}"`,
      kubeConfig: cluster.file,
    },
    surroundings.readFile,
    surroundings.clock,
  );
  if (ca !== undefined && cluster.skipTLSVerify) {
    const message = `cluster "${cluster.name}" in ${cluster.file} has a certificate-authority and insecure-skip-tls-verify: remove one`;
    throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file: cluster.file });
  }
  const identity = await userIdentity(user, await clusterInfo(cluster, server, ca), surroundings);
  const own = await ownCertificate(user, surroundings);
  const tls = createTlsSource({
    clientCertificate: own ?? (user?.raw.exec || surroundings.identity ? () => identity.current() : undefined),
    ...(ca !== undefined && { ca }),
    ...(cluster.tlsServerName && { serverName: cluster.tlsServerName }),
    insecure: cluster.skipTLSVerify,
  });
  return {
    server,
    source,
    context: context.name,
    ...(user && { user: user.name }),
    namespace: context.namespace ?? 'default',
    ...(cluster.disableCompression && { compression: false }),
    proxyUrl: () => proxyUrl,
    tls,
    credentials: createCredentials(identity, impersonationHeaders(user)),
    parts: () => (surroundings.identity === undefined ? contextParts(cluster, user) : undefined),
  };
}

/**
 * The access in plain data; undefined if a plugin or a provider issues the credentials, by the same precedence as in
 * {@link userIdentity}. Not for an identity that replaces the user.
 */
function contextParts(cluster: ClusterEntry, user: UserEntry | undefined): AccessParts | undefined {
  const { raw } = user ?? {};
  const token = raw?.tokenFile ? { file: raw.tokenFile } : raw?.token ? { text: raw.token } : undefined;
  if (!token && (raw?.exec ?? raw?.['auth-provider'])) return undefined;
  const ca = textSource(cluster.caData, cluster.caFile);
  const certificate = textSource(user?.certData, user?.certFile);
  const key = textSource(user?.keyData, user?.keyFile);
  const password = !token && raw?.username ? { authorization: basic(raw.username, raw.password ?? '') } : undefined;
  return {
    ...(ca && { ca }),
    ...(certificate && { certificate }),
    ...(key && { key }),
    ...(cluster.tlsServerName && { serverName: cluster.tlsServerName }),
    ...(cluster.skipTLSVerify && { insecure: true }),
    ...(token && { token }),
    headers: { ...impersonationHeaders(user), ...password },
  };
}

/** Base64 data or a file; data takes precedence if both are given. */
function textSource(data: string | undefined, file: string | undefined): TextSource | undefined {
  if (data) return { text: Buffer.from(data, 'base64').toString('utf8') };
  return file ? { file } : undefined;
}

function clusterProxy(cluster: ClusterEntry, server: string, { env }: AccessSurroundings): string | undefined {
  if (cluster.proxyUrl) {
    checkProxyUrl(cluster.proxyUrl, `proxy-url of cluster "${cluster.name}" in ${cluster.file}`, cluster.file);
    return cluster.proxyUrl;
  }
  const proxyUrl = proxyFromEnvironment(env, server);
  if (proxyUrl !== undefined) checkProxyUrl(proxyUrl, 'the proxy in the environment (HTTPS_PROXY, HTTP_PROXY)');
  return proxyUrl;
}

/** Opens the client certificate and key of a kubeconfig's user. */
async function ownCertificate(
  user: UserEntry | undefined,
  { readFile, clock }: AccessSurroundings,
): Promise<TlsParts['clientCertificate']> {
  if (user === undefined) return undefined;
  const { certData, certFile, keyData, keyFile, name, file: kubeConfig } = user;
  const whose = `of user "${name}"`;
  // In order, so that the error names the certificate if neither can be read.
  const certificate = await openPem(
    { data: certData, file: certFile, what: `client-certificate ${whose}`, kubeConfig },
    readFile,
    clock,
  );
  const key = await openPem({ data: keyData, file: keyFile, what: `client-key ${whose}`, kubeConfig }, readFile, clock);
  if ((certificate === undefined) !== (key === undefined)) {
    const message = `user "${name}" in ${kubeConfig} has one of client-certificate and client-key: it takes both`;
    throw new KubeConfigError('KB_KUBECONFIG_MALFORMED', message, { file: kubeConfig });
  }
  if (certificate === undefined || key === undefined) return undefined;
  return createCertificatePair(certificate, key, isKeyOf);
}

/** The cluster information for an exec plugin: client.authentication.k8s.io's Cluster. */
async function clusterInfo(
  cluster: ClusterEntry,
  server: string,
  ca: (() => Promise<string>) | undefined,
): Promise<object> {
  const extension = cluster.extensions.find(({ name }) => name === EXEC_EXTENSION)?.extension;
  return {
    server,
    ...(cluster.tlsServerName && { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.skipTLSVerify && { 'insecure-skip-tls-verify': true }),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(await ca(), 'utf8').toString('base64') }),
    ...(cluster.proxyUrl && { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression && { 'disable-compression': true }),
    ...(extension !== undefined && { config: extension }),
  };
}
