import { type Clock, type Random, randomUuid } from '@kb/apimachinery';
import { isSame } from './same-text.ts';
import type { User } from './user.ts';

/** The audience of a token without another one: the API server itself. */
export const OWN_AUDIENCE = 'https://kubernetes.default.svc.cluster.local';

/** The user and validity of a token. */
export interface TokenGrant {
  readonly user: User;
  /** The intended audiences. */
  readonly audiences: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Whether the object that it is bound to still exists. */
  readonly isValid: () => boolean;
}

/** The tokens issued to service accounts. They contain no data, and only this server knows them. */
export interface ServiceAccountTokens {
  /** Issues a token. `grantOf` gets the token's id, for the user's extra fields. */
  readonly issue: (grantOf: (id: string) => TokenGrant) => string;
  /** The grant of a token; undefined for one that is unknown, or no longer valid. */
  readonly find: (token: string) => TokenGrant | undefined;
}

/** More than a small cluster has valid at a time. */
const FIRST_SWEEP = 1000;

/** Creates a store of tokens. Expired ones are removed from time to time. */
export function createServiceAccountTokens(clock: Clock, random: Random): ServiceAccountTokens {
  const issued = new Map<string, { readonly token: string; readonly grant: TokenGrant }>();
  let sweepAt = FIRST_SWEEP;
  const sweep = (): void => {
    for (const [id, { grant }] of issued) if (grant.expires <= clock.now()) issued.delete(id);
    sweepAt = Math.max(FIRST_SWEEP, issued.size * 2);
  };
  return {
    issue: (grantOf) => {
      if (issued.size >= sweepAt) sweep();
      const id = randomUuid(random);
      const token = `${id}.${randomUuid(random)}${randomUuid(random)}`.replaceAll('-', '');
      issued.set(token.split('.', 1)[0] ?? '', { token, grant: grantOf(id) });
      return token;
    },
    find: (token) => {
      const found = issued.get(token.split('.', 1)[0] ?? '');
      if (!found || !isSame(found.token, token)) return undefined;
      const { grant } = found;
      return grant.expires > clock.now() && grant.isValid() ? grant : undefined;
    },
  };
}
