import type { ApiRequester } from './api-request.ts';
import { ControlPlaneError } from '../errors.ts';

/** A ServiceAccount. */
export interface ServiceAccountReference {
  namespace: string;
  name: string;
}

/** Options of {@link requestToken}. */
export interface TokenOptions {
  /** Life of the token in seconds; 3600 by default, the API server takes 600 and more. */
  expirationSeconds?: number;
  /** Audiences; the API server itself by default. */
  audiences?: readonly string[];
}

/**
 * Requests a token of an existing ServiceAccount from the TokenRequest API, as for a Pod.
 *
 * @throws ControlPlaneError REQUEST_FAILED with the API server's message, for example when there is no such
 * ServiceAccount.
 */
export async function requestToken(
  request: ApiRequester,
  account: ServiceAccountReference,
  options: TokenOptions = {},
): Promise<string> {
  const { namespace, name } = account;
  const { expirationSeconds = 3600, audiences } = options;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`;
  const spec = { expirationSeconds, ...(audiences === undefined ? {} : { audiences }) };
  const answer = await request('POST', path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec });
  const object = JSON.parse(answer.body) as { message?: unknown; status?: { token?: unknown } };
  const token = object.status?.token;
  if (answer.status === 201 && typeof token === 'string') return token;
  const reason = typeof object.message === 'string' ? object.message : `HTTP status ${answer.status}`;
  throw new ControlPlaneError('KB_REQUEST_FAILED', `no token for ServiceAccount ${namespace}/${name}: ${reason}`);
}
