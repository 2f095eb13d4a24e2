import { type Clock, notFound, parseTime, type Random } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { goList } from '../objects/go-list.ts';
import { createSigningKey, type SigningKey } from './adapters/signing-key.ts';
import { isSignedBy, readToken, signToken } from './json-web-token.ts';
import { serviceAccountGroups, serviceAccountUser } from './service-account-name.ts';
import { type AccountClaims, type ReadClaims, readClaims } from './read-claims.ts';
import {
  SECRET_ISSUER,
  secretTokenClaims,
  type SecretTokenDemand,
  type SecretTokenLookup,
  secretTokenProblem,
  type TokenUse,
} from './secret-tokens.ts';
import { claimsOf, type ObjectClaim, OWN_AUDIENCE, type TokenDemand } from './token-claims.ts';
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
  /** Default: generated when the first token is issued or checked. */
  readonly signingKey?: SigningKey | undefined;
  /** For the ids of tokens. */
  readonly random: Random;
  /** Finds a stored object; the namespace of a node is empty. */
  readonly find: SecretTokenLookup['find'];
  readonly labelSecret: SecretTokenLookup['labelSecret'];
}

const issuers: readonly string[] = [OWN_AUDIENCE, SECRET_ISSUER];
/** How far the clocks of a cluster may differ: so much longer tokens are valid. */
const LEEWAY_SECONDS = 60;
/** Bounds of the memory of verified tokens. */
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 4096;

/** Creates an issuer of tokens. */
export function createServiceAccountTokens(options: ServiceAccountTokenOptions): ServiceAccountTokens {
  const { clock, random, find, labelSecret } = options;
  const lookup: SecretTokenLookup = { now: () => clock.now(), find, labelSecret };
  let key = options.signingKey;
  const keyOf = (): SigningKey => (key ??= createSigningKey());
  // Verifying a signature takes longer than all else of a request; what is verified once stays so.
  const known = new Map<string, ReadClaims>();
  const verified = (text: string): ReadClaims | { readonly problem: string | undefined } => {
    const before = known.get(text);
    if (before) return before;
    const token = readToken(text);
    if (!token || !issuers.includes(token.issuer)) return { problem: undefined };
    const signingKey = keyOf();
    if (token.kid !== '' && token.kid !== signingKey.id) return { problem: 'invalid signature, no keys found' };
    if (!isSignedBy(signingKey, token)) return { problem: 'go-jose/go-jose: error in cryptographic primitive' };
    const claims = readClaims(token.claims);
    if ('problem' in claims) return claims;
    // Go reads the issuer a second time, now with the case of the name.
    if (token.claims['iss'] !== token.issuer) return { problem: 'token issuer "" is invalid' };
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
      if (claims.audiences.length === 0) use?.annotate('authentication.k8s.io/legacy-token', claims.subject);
      const own = claims.audiences.length === 0 ? [OWN_AUDIENCE] : claims.audiences;
      const audiences = wanted.filter((audience) => own.includes(audience));
      if (audiences.length === 0)
        return { problem: `token audiences ${goList(own)} is invalid for the target audiences ${goList(wanted)}` };
      const { account, secret } = claims;
      if (typeof secret === 'string') return { problem: secret };
      if (secret) {
        const problem = secretTokenProblem(text, secret, lookup, use);
        return problem === undefined ? { user: accountUser(secret), audiences } : { problem };
      }
      const problem = timeProblem(claims, clock) ?? (account && objectProblem(account, options));
      if (!account || problem !== undefined) return { problem };
      noteStaleUse(claims.subject, account, clock, use);
      return { user: userOf(claims.id, account), audiences };
    },
    publicKey: keyOf,
  };
}

function timeProblem({ expires, notBefore, issuedAt }: ReadClaims, clock: Clock): string | undefined {
  const now = clock.now() / 1000;
  const isPast = (time: number | undefined): boolean => time !== undefined && now - LEEWAY_SECONDS > time;
  const isAhead = (time: number | undefined): boolean => time !== undefined && now + LEEWAY_SECONDS < time;
  if (isAhead(notBefore)) return 'service account token is not valid yet';
  if (isPast(expires)) return 'service account token has expired';
  return isAhead(issuedAt) ? 'service account token is issued in the future' : undefined;
}

/** Notes the use of a token that is older than its program should let it become. */
function noteStaleUse(subject: string, { warnAfter }: AccountClaims, clock: Clock, use: TokenUse | undefined): void {
  const late = Math.trunc(clock.now() / 1000 - (warnAfter ?? Infinity));
  if (warnAfter === undefined || clock.now() / 1000 <= warnAfter) return;
  use?.annotate('authentication.k8s.io/stale-token', `subject: ${subject}, seconds after warning threshold: ${late}`);
}

/** Why the account or the bound object of a token no longer allows its use. */
function objectProblem(claims: AccountClaims, { find, clock }: ServiceAccountTokenOptions): string | undefined {
  const { namespace, account: claimed, secret, pod, node } = claims;
  if (claimed.name === '') return 'resource name may not be empty';
  if (namespace === '') return 'the server could not find the requested resource';
  const metadataOf = (plural: string, where: string, name: string): FrozenObject['metadata'] | undefined =>
    find(plural, where, name)?.metadata;
  const isDeleted = ({ deletionTimestamp }: FrozenObject['metadata']): boolean =>
    (parseTime(deletionTimestamp ?? '') ?? Infinity) < clock.now() - LEEWAY_SECONDS * 1000;
  const account = metadataOf('serviceaccounts', namespace, claimed.name);
  if (!account) return notFound({ group: '', plural: 'serviceaccounts' }, claimed.name).message;
  if (account.uid !== claimed.uid) return `service account UID (${account.uid}) does not match claim (${claimed.uid})`;
  if (isDeleted(account)) return `service account ${namespace}/${claimed.name} has been deleted`;
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

function userOf(id: string, { namespace, account, pod, node }: AccountClaims): User {
  const knownPod = pod?.name && pod.uid ? pod : undefined;
  const facts = {
    'credential-id': id && `JTI=${id}`,
    'node-name': node?.name,
    'node-uid': node?.name && node.uid,
    'pod-name': knownPod?.name,
    'pod-uid': knownPod?.uid,
  };
  const extra = Object.entries(facts).flatMap(([name, value]) =>
    value ? [[`authentication.kubernetes.io/${name}`, [value]] as const] : [],
  );
  return {
    ...accountUser({ namespace, serviceAccount: account }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  };
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
