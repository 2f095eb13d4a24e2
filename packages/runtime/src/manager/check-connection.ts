import { isStatusError, isUnauthorized } from '@kb/apimachinery';
import type { Client, ClusterAccess } from '@kb/client';

/** The API server does not know who asks. */
class CredentialsRefusedError extends Error {
  override readonly name = 'CredentialsRefusedError';
  readonly code = 'KB_CREDENTIALS_REFUSED';
  constructor(
    { server, source, context, user }: Pick<ClusterAccess, 'server' | 'source' | 'context' | 'user'>,
    cause: unknown,
  ) {
    const who = user === undefined ? 'nobody: the context names no user' : `user "${user}"`;
    const whose = context === undefined ? source : `${who} (context "${context}" of ${source})`;
    super(
      `the API server ${server} refused the credentials of ${whose}: they have expired, or are another cluster's; get new ones, or name another kubeconfig`,
      { cause },
    );
  }
}

/**
 * Asks the API server for its version, beside what starts meanwhile: rejects when there is no way to it, or it does not
 * know who asks, so that a kubeconfig that leads nowhere is told at once, and not when the caches did not fill in time.
 * Otherwise it never settles.
 */
export async function noConnection(client: Client, access: ClusterAccess, signal: AbortSignal): Promise<never> {
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
