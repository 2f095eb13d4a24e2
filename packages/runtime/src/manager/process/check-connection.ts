import { isStatusError, isUnauthorized } from '@kb/apimachinery';
import type { Client, ClusterAccess } from '@kb/client';

/** Which API server is used, as whom, and where that is configured. */
type AccessOrigin = Pick<ClusterAccess, 'server' | 'source' | 'context' | 'user'>;

/** The API server does not accept the credentials. */
class CredentialsRefusedError extends Error {
  override readonly name = 'CredentialsRefusedError';
  readonly code = 'KB_CREDENTIALS_REFUSED';
  constructor({ server, source, context, user }: AccessOrigin, cause: unknown) {
    const who = user === undefined ? 'nobody: the context names no user' : `user "${user}"`;
    const whose = context === undefined ? source : `${who} (context "${context}" of ${source})`;
    super(
      `the API server ${server} refused the credentials of ${whose}: they have expired, or are another cluster's; get new ones, or name another kubeconfig`,
      { cause },
    );
  }
}

/**
 * Requests the API server's version while everything else starts. Rejects when the server cannot be reached or refuses
 * the credentials, so that a wrong kubeconfig is reported at once, and not when the caches time out. Otherwise it never
 * settles.
 */
export async function noConnection(client: Client, access: AccessOrigin, signal: AbortSignal): Promise<never> {
  try {
    await client.getJson('/version', { signal });
  } catch (error) {
    if (!signal.aborted) {
      if (isUnauthorized(error)) throw new CredentialsRefusedError(access, error);
      if (!isStatusError(error)) throw error;
    }
  }
  return new Promise<never>(() => undefined);
}
