import type { Clock, Random } from '@kb/apimachinery';
import { randomUuid } from '../random-names.ts';
import { isSame } from './same-text.ts';
import type { User } from './user.ts';

/** For whom a token is that says nothing else: the API server itself. */
export const OWN_AUDIENCE = 'https://kubernetes.default.svc.cluster.local';

/** Whose a token is, and for how long. */
export interface TokenGrant {
  readonly user: User;
  /** For whom it is meant. */
  readonly audiences: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Whether what it was given for is still there. */
  readonly isValid: () => boolean;
}

/** The tokens that service accounts were given. They say nothing themselves, and are known to this server alone. */
export interface ServiceAccountTokens {
  /** Makes a token. The grant is told the token's id, which its user has among what else is known. */
  readonly issue: (grantOf: (id: string) => TokenGrant) => string;
  /** The grant of a token; undefined for one that is unknown, or not good any longer. */
  readonly find: (token: string) => TokenGrant | undefined;
}

/** Some more than are likely to be good at a time in a small cluster. */
const FIRST_SWEEP = 1000;

/** Makes a book of tokens. Those that have expired are forgotten from time to time. */
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
