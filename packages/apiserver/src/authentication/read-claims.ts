import { SECRET_ISSUER, type SecretTokenDemand } from './secret-tokens.ts';
import { serviceAccountOf } from './service-account-name.ts';
import type { ObjectClaim } from './token-claims.ts';

/** A reference to an object; empty texts are claims that are missing. */
type Reference = Required<ObjectClaim>;

/** The claims of a token that the key of the server has signed. */
export interface ReadClaims {
  readonly subject: string;
  /** The id of the token; empty if it has none. */
  readonly id: string;
  readonly audiences: readonly string[];
  /** Times in seconds since the epoch. Undefined: the token does not limit them. */
  readonly expires: number | undefined;
  readonly notBefore: number | undefined;
  readonly issuedAt: number | undefined;
  /** Of a token of the TokenRequest API. */
  readonly account: AccountClaims | undefined;
  /** Of a token in a Secret; a text says which claim is missing or wrong. */
  readonly secret: SecretTokenDemand | string | undefined;
}

/** The account of a token, and the objects that it is bound to. */
export interface AccountClaims {
  readonly namespace: string;
  readonly account: Reference;
  readonly pod: Reference | undefined;
  readonly secret: Reference | undefined;
  readonly node: Reference | undefined;
  /** The time in seconds since the epoch from which the use of the token is noted as stale. */
  readonly warnAfter: number | undefined;
}

/** A claim has another type: the message is that of Go's decoder. */
class ClaimProblem extends Error {
  override readonly name = 'ClaimProblem';
}

type Claims = Readonly<Record<string, unknown>>;

/** Reads the claims of a token whose signature is right; returns why they cannot be read, in Go's words. */
export function readClaims(claims: Claims): ReadClaims | { readonly problem: string } {
  try {
    return decode(claims);
  } catch (error) {
    if (error instanceof ClaimProblem) return { problem: error.message };
    throw error;
  }
}

function decode(claims: Claims): ReadClaims {
  const subject = textOf(claims, 'sub');
  const common = {
    subject,
    id: textOf(claims, 'jti'),
    audiences: audiencesOf(claims['aud']),
    expires: timeOf(claims, 'exp'),
    notBefore: timeOf(claims, 'nbf'),
    issuedAt: timeOf(claims, 'iat'),
  };
  return textOf(claims, 'iss') === SECRET_ISSUER
    ? { ...common, account: undefined, secret: secretDemand(claims, subject) }
    : { ...common, account: accountClaims(objectOf(claims, 'kubernetes.io', 'kubernetes') ?? {}), secret: undefined };
}

function accountClaims(claims: Claims): AccountClaims {
  return {
    namespace: textOf(claims, 'namespace'),
    account: referenceOf(claims, 'serviceaccount') ?? { name: '', uid: '' },
    pod: referenceOf(claims, 'pod'),
    secret: referenceOf(claims, 'secret'),
    node: referenceOf(claims, 'node'),
    warnAfter: timeOf(claims, 'warnafter'),
  };
}

/** Reads the claims of a token in a Secret; a text says what is missing. */
function secretDemand(claims: Claims, subject: string): SecretTokenDemand | string {
  const claim = (name: string): string => textOf(claims, `kubernetes.io/serviceaccount/${name}`);
  const [namespace, secretName] = [claim('namespace'), claim('secret.name')];
  const [name, uid] = [claim('service-account.name'), claim('service-account.uid')];
  if (subject === '') return 'sub claim is missing';
  if (namespace === '') return 'namespace claim is missing';
  if (secretName === '') return 'secretName claim is missing';
  if (name === '') return 'serviceAccountName claim is missing';
  if (uid === '') return 'serviceAccountUID claim is missing';
  const account = serviceAccountOf(subject);
  if (account?.namespace !== namespace || account.name !== name) return 'sub claim is invalid';
  return { namespace, secretName, serviceAccount: { name, uid } };
}

function referenceOf(claims: Claims, name: string): Reference | undefined {
  const reference = objectOf(claims, name, 'ref');
  return reference && { name: textOf(reference, 'name'), uid: textOf(reference, 'uid') };
}

function textOf(claims: Claims, name: string): string {
  const value = claims[name] ?? '';
  if (typeof value !== 'string') throw wrongType(value, 'string');
  return value;
}

/** `goType`: the name of the type in kube-apiserver. */
function objectOf(claims: Claims, name: string, goType: string): Claims | undefined {
  const value = claims[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(value, `serviceaccount.${goType}`);
  return value as Claims;
}

function timeOf(claims: Claims, name: string): number | undefined {
  const value = claims[name] ?? undefined;
  if (value !== undefined && typeof value !== 'number')
    throw new ClaimProblem('go-jose/go-jose/jwt: expected number value to unmarshal NumericDate');
  return value === undefined ? undefined : Math.trunc(value);
}

function audiencesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every((one) => typeof one === 'string')) return values;
  throw new ClaimProblem('go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience');
}

function wrongType(value: unknown, goType: string): ClaimProblem {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return new ClaimProblem(`json: cannot unmarshal ${found} into Go value of type ${goType}`);
}
