import { type Clock, notFound, parseTime, type Random } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { goList } from '../objects/go-list.ts';
import { createSigningKey, type SigningKey } from './adapters/signing-key.ts';
import { isSignedBy, readToken, signToken } from './json-web-token.ts';
import { serviceAccountGroups, serviceAccountUser } from './service-account-name.ts';
import {
  claimsOf,
  type KubernetesClaims,
  type ObjectClaim,
  OWN_AUDIENCE,
  type TokenClaims,
  type TokenDemand,
} from './token-claims.ts';
import { AUTHENTICATED, type User } from './user.ts';

/** A token that is valid for an audience, or why it is not. */
export type TokenCheck =
  | {
      readonly user: User;
      /** Those of the requested audiences that the token is for. */
      readonly audiences: readonly string[];
    }
  | {
      /** Why a token that names this server as its issuer is invalid; undefined for any other text. */
      readonly problem: string | undefined;
    };

/** Issues tokens to service accounts, and checks them. Nothing is stored: the tokens say what they are for. */
export interface ServiceAccountTokens {
  /** Issues a token; the id is that of its claims. */
  readonly issue: (demand: TokenDemand) => { readonly token: string; readonly id: string };
  /**
   * Checks the signature, the audiences and the times of a token, and that the account and what the token is bound to
   * still exist.
   */
  readonly check: (token: string, audiences: readonly string[]) => TokenCheck;
  /** The public key of the tokens. */
  readonly publicKey: () => Pick<SigningKey, 'id' | 'x' | 'y'>;
}

/** Options of {@link createServiceAccountTokens}. */
export interface ServiceAccountTokenOptions {
  readonly clock: Clock;
  /** For the ids of tokens. */
  readonly random: Random;
  /** Finds a stored object; the namespace of a node is empty. */
  readonly find: (plural: string, namespace: string, name: string) => FrozenObject['metadata'] | undefined;
}

/** Besides this server, the issuer of tokens in Secrets, of which it has signed none. */
const issuers: readonly string[] = [OWN_AUDIENCE, 'kubernetes/serviceaccount'];
/** How far the clocks of a cluster may differ: so much longer tokens are valid. */
const LEEWAY_SECONDS = 60;
/** Bounds of the memory of verified tokens. */
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 4096;

/** Creates an issuer of tokens. Its key is generated when the first token is issued or checked. */
export function createServiceAccountTokens(options: ServiceAccountTokenOptions): ServiceAccountTokens {
  const { clock, random } = options;
  let key: SigningKey | undefined;
  const keyOf = (): SigningKey => (key ??= createSigningKey());
  // Verifying a signature takes longer than all else of a request; what is verified once stays so.
  const known = new Map<string, TokenClaims>();
  const verified = (text: string): TokenClaims | { readonly problem: string | undefined } => {
    const before = known.get(text);
    if (before) return before;
    const token = readToken(text);
    if (!token || !issuers.includes(token.issuer)) return { problem: undefined };
    const signingKey = keyOf();
    if (token.kid !== '' && token.kid !== signingKey.id) return { problem: 'invalid signature, no keys found' };
    if (!isSignedBy(signingKey, token)) return { problem: 'go-jose/go-jose: error in cryptographic primitive' };
    // Signed by this server, so it has the claims that this server writes.
    const claims = token.claims as unknown as TokenClaims;
    if (known.size >= MAX_KNOWN) known.clear();
    if (text.length <= MAX_KNOWN_LENGTH) known.set(text, claims);
    return claims;
  };
  return {
    issue: (demand) => {
      const claims = claimsOf(demand, clock, random);
      return { token: signToken(keyOf(), claims), id: claims.jti };
    },
    check: (text, wanted) => {
      const claims = verified(text);
      if ('problem' in claims) return claims;
      const audiences = wanted.filter((audience) => claims.aud.includes(audience));
      if (audiences.length === 0) {
        const problem = `token audiences ${goList(claims.aud)} is invalid for the target audiences ${goList(wanted)}`;
        return { problem };
      }
      const problem = timeProblem(claims, clock) ?? objectProblem(claims['kubernetes.io'], options);
      return problem === undefined ? { user: userOf(claims), audiences } : { problem };
    },
    publicKey: keyOf,
  };
}

function timeProblem({ exp, nbf }: TokenClaims, clock: Clock): string | undefined {
  const now = clock.now() / 1000;
  if (now + LEEWAY_SECONDS < nbf) return 'service account token is not valid yet';
  return now - LEEWAY_SECONDS > exp ? 'service account token has expired' : undefined;
}

/** Why the account or the bound object of a token no longer allows its use. */
function objectProblem(claims: KubernetesClaims, { find, clock }: ServiceAccountTokenOptions): string | undefined {
  const { namespace, serviceaccount, secret, pod, node } = claims;
  const isDeleted = ({ deletionTimestamp }: FrozenObject['metadata']): boolean =>
    (parseTime(deletionTimestamp ?? '') ?? Infinity) < clock.now() - LEEWAY_SECONDS * 1000;
  const account = find('serviceaccounts', namespace, serviceaccount.name);
  if (!account) return notFound({ group: '', plural: 'serviceaccounts' }, serviceaccount.name).message;
  if (account.uid !== serviceaccount.uid)
    return `service account UID (${account.uid}) does not match claim (${serviceaccount.uid})`;
  if (isDeleted(account)) return `service account ${namespace}/${serviceaccount.name} has been deleted`;
  const boundProblem = (
    kind: string,
    plural: string,
    where: string,
    { name, uid }: ObjectClaim,
  ): string | undefined => {
    const object = find(plural, where, name);
    if (!object) return 'service account token has been invalidated';
    if (object.uid !== uid)
      return `${kind} UID (${object.uid}) does not match service account ${kind} ref claim (${uid})`;
    return isDeleted(object) ? 'service account token has been invalidated' : undefined;
  };
  return (
    (secret && boundProblem('secret', 'secrets', namespace, secret)) ??
    (pod && boundProblem('pod', 'pods', namespace, pod)) ??
    // The node of a Pod is only named.
    (node && !pod ? boundProblem('node', 'nodes', '', node) : undefined)
  );
}

function userOf({ jti, 'kubernetes.io': { namespace, serviceaccount, pod, node } }: TokenClaims): User {
  const facts = {
    'credential-id': `JTI=${jti}`,
    'node-name': node?.name,
    'node-uid': node?.uid,
    'pod-name': pod?.name,
    'pod-uid': pod?.uid,
  };
  const extra = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [[`authentication.kubernetes.io/${name}`, [value]] as const],
  );
  return {
    name: serviceAccountUser({ namespace, name: serviceaccount.name }),
    ...(serviceaccount.uid !== undefined && { uid: serviceaccount.uid }),
    groups: [...serviceAccountGroups(namespace), AUTHENTICATED],
    extra: Object.fromEntries(extra),
  };
}
