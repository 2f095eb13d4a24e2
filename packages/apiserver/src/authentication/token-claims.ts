import { randomUuid, type Clock, type Random } from '@kb/apimachinery';
import { serviceAccountUser } from './service-account-name.ts';

/** The issuer of tokens, and the audience of a token without another one: the API server itself. */
export const OWN_AUDIENCE = 'https://kubernetes.default.svc.cluster.local';

/** An object that a token names. */
export interface ObjectClaim {
  readonly name: string;
  /** Absent for a node that does not exist. */
  readonly uid?: string;
}

/** The claims about the account and the object that a token is bound to, in the order of their names. */
export interface KubernetesClaims {
  readonly namespace: string;
  /** The node that the token is bound to, or that the Pod it is bound to is on. */
  readonly node?: ObjectClaim;
  readonly pod?: ObjectClaim;
  readonly secret?: ObjectClaim;
  readonly serviceaccount: ObjectClaim;
  /** The time in seconds since the epoch from which the use of the token is noted as stale. */
  readonly warnafter?: number;
}

/** The claims of a token of a service account, in the order in which they are written. Times are in seconds. */
export interface TokenClaims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti: string;
  readonly 'kubernetes.io': KubernetesClaims;
  readonly nbf: number;
  readonly sub: string;
}

/** What a token is issued for. */
export interface TokenDemand {
  readonly namespace: string;
  readonly serviceAccount: ObjectClaim;
  /** What it is bound to. Default: only the account. */
  readonly bound?: Pick<KubernetesClaims, 'node' | 'pod' | 'secret'> | undefined;
  /** At least one. */
  readonly audiences: readonly string[];
  readonly seconds: number;
}

/**
 * The validity that kubelets ask for Pods by default. The tokens then live for a year, so that programs that do not
 * read them again keep working.
 */
const EXTENDED_SECONDS = 3607;
const A_YEAR = 365 * 24 * 3600;

/** Makes the claims of a token. */
export function claimsOf(demand: TokenDemand, clock: Clock, random: Random): TokenClaims {
  const { namespace, serviceAccount, bound = {}, audiences, seconds } = demand;
  const now = Math.floor(clock.now() / 1000);
  const isOwn = audiences.every((audience) => audience === OWN_AUDIENCE);
  const isExtended = bound.pod !== undefined && seconds === EXTENDED_SECONDS && isOwn;
  const { node, pod, secret } = bound;
  return {
    aud: audiences,
    exp: now + (isExtended ? A_YEAR : seconds),
    iat: now,
    iss: OWN_AUDIENCE,
    jti: randomUuid(random),
    'kubernetes.io': {
      namespace,
      ...(node && { node }),
      ...(pod && { pod }),
      ...(secret && { secret }),
      serviceaccount: serviceAccount,
      ...(isExtended && { warnafter: now + seconds }),
    },
    nbf: now,
    sub: serviceAccountUser({ namespace, name: serviceAccount.name }),
  };
}
