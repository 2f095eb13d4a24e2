import { type Clock, notFound, parseTime, type Random } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { goList } from '../objects/go-list.ts';
import { createSigningKey, type SigningKey } from './adapters/signing-key.ts';
import { isSignedBy, readToken, signToken } from './json-web-token.ts';
import { serviceAccountGroups, serviceAccountUser } from './service-account-name.ts';
import {
  demandOf,
  SECRET_ISSUER,
  type SecretTokenClaims,
  secretTokenClaims,
  type SecretTokenDemand,
  type SecretTokenLookup,
  secretTokenProblem,
  type TokenUse,
} from './secret-tokens.ts';
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
  /** Issues the token in a Secret, which is valid as long as the Secret contains it. */
  readonly issueForSecret: (demand: SecretTokenDemand) => string;
  /**
   * Checks the signature, the audiences and the times of a token, and that the account and what the token is bound to
   * still exist. `use`: gets the warnings and audit annotations about tokens in Secrets.
   */
  readonly check: (token: string, audiences: readonly string[], use?: TokenUse) => TokenCheck;
  /** The public key of the tokens. */
  readonly publicKey: () => Pick<SigningKey, 'id' | 'x' | 'y'>;
}

/** Options of {@link createServiceAccountTokens}. */
export interface ServiceAccountTokenOptions {
  readonly clock: Clock;
  /** For the ids of tokens. */
  readonly random: Random;
  /** Finds a stored object; the namespace of a node is empty. */
  readonly find: SecretTokenLookup['find'];
  readonly labelSecret: SecretTokenLookup['labelSecret'];
}

/** Signed by this server, so they are as this server writes them. */
type SignedClaims = TokenClaims | SecretTokenClaims;

const issuers: readonly string[] = [OWN_AUDIENCE, SECRET_ISSUER];
/** How far the clocks of a cluster may differ: so much longer tokens are valid. */
const LEEWAY_SECONDS = 60;
/** Bounds of the memory of verified tokens. */
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 4096;

/** Creates an issuer of tokens. Its key is generated when the first token is issued or checked. */
export function createServiceAccountTokens(options: ServiceAccountTokenOptions): ServiceAccountTokens {
  const { clock, random, find, labelSecret } = options;
  const lookup: SecretTokenLookup = { now: () => clock.now(), find, labelSecret };
  let key: SigningKey | undefined;
  const keyOf = (): SigningKey => (key ??= createSigningKey());
  // Verifying a signature takes longer than all else of a request; what is verified once stays so.
  const known = new Map<string, SignedClaims>();
  const verified = (text: string): SignedClaims | { readonly problem: string | undefined } => {
    const before = known.get(text);
    if (before) return before;
    const token = readToken(text);
    if (!token || !issuers.includes(token.issuer)) return { problem: undefined };
    const signingKey = keyOf();
    if (token.kid !== '' && token.kid !== signingKey.id) return { problem: 'invalid signature, no keys found' };
    if (!isSignedBy(signingKey, token)) return { problem: 'go-jose/go-jose: error in cryptographic primitive' };
    const claims = token.claims as unknown as SignedClaims;
    if (known.size >= MAX_KNOWN) known.clear();
    if (text.length <= MAX_KNOWN_LENGTH) known.set(text, claims);
    return claims;
  };
  return {
    issue: (demand) => {
      const claims = claimsOf(demand, clock, random);
      return { token: signToken(keyOf(), claims), id: claims.jti };
    },
    issueForSecret: (demand) => signToken(keyOf(), secretTokenClaims(demand)),
    check: (text, wanted, use) => {
      const claims = verified(text);
      if ('problem' in claims) return claims;
      if (!('aud' in claims)) use?.annotate('authentication.k8s.io/legacy-token', claims.sub);
      const own = 'aud' in claims ? claims.aud : [OWN_AUDIENCE];
      const audiences = wanted.filter((audience) => own.includes(audience));
      if (audiences.length === 0)
        return { problem: `token audiences ${goList(own)} is invalid for the target audiences ${goList(wanted)}` };
      const problem =
        'aud' in claims
          ? (timeProblem(claims, clock) ?? objectProblem(claims['kubernetes.io'], options))
          : secretTokenProblem(text, demandOf(claims), lookup, use);
      if (problem !== undefined) return { problem };
      return { user: 'aud' in claims ? userOf(claims) : accountUser(demandOf(claims)), audiences };
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
  const metadataOf = (plural: string, where: string, name: string): FrozenObject['metadata'] | undefined =>
    find(plural, where, name)?.metadata;
  const isDeleted = ({ deletionTimestamp }: FrozenObject['metadata']): boolean =>
    (parseTime(deletionTimestamp ?? '') ?? Infinity) < clock.now() - LEEWAY_SECONDS * 1000;
  const account = metadataOf('serviceaccounts', namespace, serviceaccount.name);
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
    const object = metadataOf(plural, where, name);
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
  return { ...accountUser({ namespace, serviceAccount: serviceaccount }), extra: Object.fromEntries(extra) };
}

function accountUser({
  namespace,
  serviceAccount: { name, uid },
}: Pick<TokenDemand, 'namespace' | 'serviceAccount'>): User {
  return {
    name: serviceAccountUser({ namespace, name }),
    ...(uid !== undefined && { uid }),
    groups: [...serviceAccountGroups(namespace), AUTHENTICATED],
  };
}
