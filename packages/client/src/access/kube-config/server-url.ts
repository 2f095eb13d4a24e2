import { trimEndOf } from '@kb/apimachinery/codec';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { ClusterEntry } from './parse-kube-config.ts';

/** SOCKS is excluded: undici's support is experimental, and fails for servers with an IP address. */
const proxyProtocols = new Set(['http:', 'https:']);

/**
 * Returns the URL of a cluster, without a trailing slash. As in client-go, a URL without a scheme is https if the
 * cluster has TLS settings, else http. Throws a KubeConfigError.
 */
export function serverUrl({ server, caData, caFile, skipTLSVerify, tlsServerName, name, file }: ClusterEntry): string {
  const secure = Boolean(caData || caFile || skipTLSVerify || tlsServerName);
  const text = server.includes('://') ? server : `${secure ? 'https' : 'http'}://${server}`;
  const url = URL.canParse(text) && !/^https?:\/?$/i.test(server) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const message = `server of cluster "${name}" in ${file} is not a URL: expected https://HOST:PORT`;
    throw new KubeConfigError('KB_KUBECONFIG_MALFORMED', message, { file });
  }
  if (url.username !== '' || url.password !== '') {
    const message = `server of cluster "${name}" in ${file} has a name or password in its URL: put them into the user`;
    throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file });
  }
  return trimEndOf(text, '/');
}

/** Checks the proxy of a cluster. Throws a KubeConfigError. */
export function checkProxyUrl(proxyUrl: string, where: string, file?: string): void {
  if (URL.canParse(proxyUrl) && proxyProtocols.has(new URL(proxyUrl).protocol)) return;
  const message = `${where} is not a proxy that this client can use: expected http:// or https:// (SOCKS is not supported)`;
  throw new KubeConfigError('KB_KUBECONFIG_UNSUPPORTED', message, { file });
}
