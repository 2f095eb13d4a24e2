import type { Clock, HttpResponse, Random } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { tokenReviews, type UserInfo } from '@kb/kubernetes/authentication/v1';
import { subjectAccessReviews } from '@kb/kubernetes/authorization/v1';
import { abortScope } from '../../abort-scope.ts';
import { type Milliseconds, minutes, seconds } from '../../durations.ts';
import { type Logger, silentLogger } from '../../log/logger.ts';
import type { HttpHandler } from '../../serving/http-server.ts';
import { pathOf } from '../../serving/request-path.ts';
import { textResponse } from '../../serving/text-response.ts';
import { fingerprint } from '../../fingerprint-adapter.ts';
import { createExpiringCache } from './expiring-cache.ts';
import { withReviewBackoff } from './review-backoff.ts';

/** Wraps a handler of the metrics server: controller-runtime's metrics Filter. */
export type MetricsFilter = (handler: HttpHandler) => HttpHandler;

/** Options of {@link withAuthenticationAndAuthorization}. */
export interface AuthenticationFilterOptions {
  /** Sends the reviews. It must not be fenced by a lease: every replica serves metrics. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: silent. Tokens are never logged. */
  readonly log?: Logger;
}

/** controller-runtime's numbers. */
const tokensKeptFor: Milliseconds = minutes(1);
const allowedKeptFor: Milliseconds = minutes(5);
const deniedKeptFor: Milliseconds = seconds(30);
const tokenReviewTimeout: Milliseconds = seconds(10);
const MAX_TOKENS = 4096;
const MAX_DECISIONS = 8192;

/**
 * Admits clients whose bearer token the API server accepts (TokenReview, cached for a minute) and who may `get` that
 * path (SubjectAccessReview on the non-resource URL; allowed is cached for 5 minutes, denied for 30 seconds):
 * controller-runtime's filter of this name. Responds with 401 without a valid token, 403 without permission, 500 when
 * the review fails.
 *
 * The manager needs `+kubebuilder:rbac:groups=authentication.k8s.io,resources=tokenreviews,verbs=create` and
 * `+kubebuilder:rbac:groups=authorization.k8s.io,resources=subjectaccessreviews,verbs=create`; readers need a role with
 * `get` on the non-resource URL `/metrics`.
 */
export function withAuthenticationAndAuthorization(options: AuthenticationFilterOptions): MetricsFilter {
  const { client, clock, random, log = silentLogger } = options;
  const users = createExpiringCache<UserInfo | undefined>(clock, MAX_TOKENS);
  const decisions = createExpiringCache<boolean>(clock, MAX_DECISIONS);
  // All concurrent requests share a review: it does not end because one of them is aborted.
  const forAll = new AbortController().signal;

  const userOf = (token: string): Promise<UserInfo | undefined> =>
    users.get(fingerprint(token), async () => {
      const limit = abortScope(undefined);
      const cancel = clock.after(tokenReviewTimeout, () =>
        limit.abort(new Error(`no response to the token review within ${tokenReviewTimeout / 1000} s`)),
      );
      try {
        const { signal } = limit;
        const { status } = await withReviewBackoff(clock, random, signal, () =>
          client.create(tokenReviews, { metadata: {}, spec: { token } }, { signal }),
        );
        return { value: status?.authenticated ? status.user : undefined, keepFor: tokensKeptFor };
      } finally {
        cancel();
        limit.close();
      }
    });

  const mayAccess = ({ username, uid, groups = [], extra }: UserInfo, verb: string, path: string): Promise<boolean> =>
    decisions.get(JSON.stringify([username, uid, groups, extra, verb, path]), async () => {
      const spec = {
        ...(username !== undefined && { user: username }),
        ...(uid !== undefined && { uid }),
        ...(extra && { extra }),
        groups: [...new Set([...groups, 'system:authenticated'])],
        nonResourceAttributes: { path, verb },
      };
      const { status } = await withReviewBackoff(clock, random, forAll, () =>
        client.create(subjectAccessReviews, { metadata: {}, spec }),
      );
      const value = status?.allowed === true && status.denied !== true;
      return { value, keepFor: value ? allowedKeptFor : deniedKeptFor };
    });

  const refusal = async (
    token: string | undefined,
    verb: string,
    path: string | undefined,
  ): Promise<HttpResponse | undefined> => {
    if (token === undefined || path === undefined) return textResponse(401, 'Unauthorized\n');
    let user: UserInfo | undefined;
    try {
      user = await userOf(token);
    } catch (error) {
      log.error(error, 'Authentication failed', { path });
      return textResponse(500, 'Authentication failed\n');
    }
    if (!user) {
      log.debug('Authentication failed', { path });
      return textResponse(401, 'Unauthorized\n');
    }
    const { username = '' } = user;
    try {
      if (await mayAccess(user, verb, path)) return undefined;
    } catch (error) {
      log.error(error, `Authorization for user ${username} failed`, { path });
      return textResponse(500, `Authorization for user ${username} failed\n`);
    }
    log.debug(`Authorization denied for user ${username}`, { path });
    return textResponse(403, `Authorization denied for user ${username}\n`);
  };

  return (handler) => async (request, signal) => {
    const verb = request.method.toLowerCase();
    return (
      (await refusal(bearerToken(request.headers['authorization']), verb, pathOf(request))) ?? handler(request, signal)
    );
  };
}

function bearerToken(header = ''): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(' ', 3);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}
