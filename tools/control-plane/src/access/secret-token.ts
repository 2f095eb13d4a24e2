import { type KeyObject, sign } from 'node:crypto';

/** What the token of a Secret is signed for. */
export interface SecretTokenDemand {
  namespace: string;
  secretName: string;
  serviceAccount: { name: string; uid: string };
}

/** Signs a token of any claims with the key of the control plane's ServiceAccount tokens, a P-256 key. */
export function signClaims(key: KeyObject, claims: object, header: object = {}): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Signs the token of a Secret with the key of the control plane's ServiceAccount tokens, a P-256 key. */
export function signSecretToken(
  key: KeyObject,
  { namespace, secretName, serviceAccount: { name, uid } }: SecretTokenDemand,
): string {
  const prefix = 'kubernetes.io/serviceaccount';
  const claims = {
    iss: 'kubernetes/serviceaccount',
    [`${prefix}/namespace`]: namespace,
    [`${prefix}/secret.name`]: secretName,
    [`${prefix}/service-account.name`]: name,
    [`${prefix}/service-account.uid`]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  return signClaims(key, claims);
}
