import { type Clock, monotonicNow } from '@kb/apimachinery';
import { CredentialError } from '../../errors/credential-error.ts';
import type { SendToProvider } from '../../surroundings/provider-request.ts';
import { idTokenExpiry } from './id-token.ts';
import { bearer, type Identity, type IdentitySource } from './identity.ts';
import { type Lifetime, lifetimeUntil } from './lifetime.ts';
import type { FreshOidcTokens, OidcConfig, OidcTokens } from './oidc-config.ts';
import { refreshIdToken } from './refresh-id-token.ts';

/** Options of {@link oidcIdentity}. */
export interface OidcOptions {
  readonly config: OidcConfig;
  /** Name of the user of the kubeconfig, for messages. */
  readonly user: string;
  readonly clock: Clock;
  readonly send: SendToProvider;
  /** Saves new tokens for the next process: a refresh token may be valid only once. */
  readonly save: (before: OidcTokens, after: FreshOidcTokens) => Promise<void>;
}

/** How long before its expiry a token is refreshed, in milliseconds, as in client-go. */
const EXPIRY_MARGIN = 10_000;
/**
 * A token that is rejected within this many milliseconds after it was issued is not refreshed again: that would not
 * help.
 */
const MIN_AGE_TO_RENEW = 10_000;

/**
 * Creates the identity source of an OpenID Connect id token, as client-go's oidc plugin does. The token is refreshed,
 * once for all callers, when it is about to expire or the server rejects it; new tokens are saved. Rejects with a
 * CredentialError if no token can be obtained.
 */
export function oidcIdentity({ config, user, clock, send, save }: OidcOptions): IdentitySource {
  let { tokens } = config;
  let held: { readonly identity: Identity; readonly isOver: Lifetime; readonly madeAt: number } | undefined;
  let refreshing: Promise<Identity> | undefined;

  const hold = (idToken: string, madeAt: number): Identity => {
    const identity = { authorization: bearer(idToken) };
    held = { identity, isOver: lifetimeUntil(clock, (idTokenExpiry(idToken) ?? 0) - EXPIRY_MARGIN), madeAt };
    return identity;
  };
  // Its age is unknown, so the first rejection causes a refresh.
  if (tokens.idToken !== undefined) hold(tokens.idToken, Number.NEGATIVE_INFINITY);

  async function refresh(): Promise<Identity> {
    try {
      const { refreshToken } = tokens;
      if (refreshToken === undefined) {
        const message = `the id-token of user "${user}" has ended or was refused, and there is no refresh-token: log in again`;
        throw new CredentialError('KB_OIDC_REFRESH_FAILED', message);
      }
      const fresh = await refreshIdToken({ config, user, refreshToken, send });
      const before = tokens;
      tokens = fresh;
      const identity = hold(fresh.idToken, monotonicNow(clock));
      await save(before, fresh);
      return identity;
    } finally {
      refreshing = undefined;
    }
  }

  return {
    current: async (validFor = 0) => {
      if (held === undefined || held.isOver()) return (refreshing ??= refresh());
      const { identity } = held;
      const isShort = tokens.refreshToken !== undefined && held.isOver(validFor);
      // The old one is still valid: use it if the refresh fails.
      return isShort ? (refreshing ??= refresh()).catch(() => identity) : identity;
    },
    renew: async (refused) => {
      if (held?.identity !== refused) return true;
      if (tokens.refreshToken === undefined || monotonicNow(clock) - held.madeAt < MIN_AGE_TO_RENEW) return false;
      held = undefined;
      return true;
    },
  };
}
