import type { Clock } from '@kb/apimachinery';
import type { ClusterAccess } from '../surroundings/cluster-access.ts';
import { createCredentials } from './credentials/create-credentials.ts';
import { tokenFileIdentity } from './credentials/token-file.ts';
import type { Environment } from '../surroundings/environment.ts';
import { proxyFromEnvironment } from '../adapters/proxy/proxy-from-environment.ts';
import { isFileMissing, type ReadFile } from '../surroundings/read-file.ts';
import { createReloadingFile, type ReloadingFile } from './files/reloading-file.ts';
import { createTlsSource } from './tls/tls-source.ts';
import { KubeConfigError } from '../errors/kube-config-error.ts';
import { CredentialError } from '../errors/credential-error.ts';

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Whether this process runs in a pod: the environment of every container has the address of the API server. */
export function isInCluster(env: Environment): boolean {
  return Boolean(env['KUBERNETES_SERVICE_HOST'] && env['KUBERNETES_SERVICE_PORT']);
}

/**
 * Returns the access of the pod's service account to the cluster that this process runs in. The token is read again
 * when it is renewed. Rejects with a KubeConfigError when none is mounted.
 */
export async function inClusterAccess(env: Environment, readFile: ReadFile, clock: Clock): Promise<ClusterAccess> {
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const authority = host.includes(':') ? `[${host}]` : host;
  const token = createReloadingFile(`${FOLDER}/token`, readFile, clock);
  const ca = createReloadingFile(`${FOLDER}/ca.crt`, readFile, clock);
  await mounted([token, ca]);
  const server = `https://${authority}:${env['KUBERNETES_SERVICE_PORT']}`;
  const proxyUrl = proxyFromEnvironment(env, server);
  return {
    server,
    source: "the pod's service account",
    namespace: await podNamespace(env, readFile),
    proxyUrl: () => proxyUrl,
    tls: createTlsSource({ ca: () => ca.text() }),
    credentials: createCredentials(tokenFileIdentity(token)),
    parts: () => ({ ca: { file: `${FOLDER}/ca.crt` }, token: { file: `${FOLDER}/token` }, headers: {} }),
  };
}

/** Reads them in order, so that the error always names the first missing one. */
async function mounted(files: readonly ReloadingFile[]): Promise<void> {
  try {
    for (const file of files) await file.text();
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    const hint = 'mount a service account token (automountServiceAccountToken), or set KUBECONFIG';
    throw new KubeConfigError('KB_KUBECONFIG_NOT_FOUND', `in a pod, but ${error.message}; ${hint}`, { cause: error });
  }
}

async function podNamespace(env: Environment, readFile: ReadFile): Promise<string> {
  if (env['POD_NAMESPACE']) return env['POD_NAMESPACE'];
  try {
    return new TextDecoder().decode(await readFile(`${FOLDER}/namespace`)).trim() || 'default';
  } catch (error) {
    if (isFileMissing(error)) return 'default';
    throw error;
  }
}
