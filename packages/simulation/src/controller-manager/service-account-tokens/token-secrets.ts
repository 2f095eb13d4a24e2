import type { DeepReadonly } from '@kb/apimachinery';
import type { Secret, ServiceAccount } from '@kb/kubernetes/core/v1';

/** A Secret as the cache has it. */
export type LiveSecret = DeepReadonly<Secret>;
/** A ServiceAccount as the cache has it. */
export type LiveAccount = DeepReadonly<ServiceAccount>;

const TYPE = 'kubernetes.io/service-account-token';
const NAME = 'kubernetes.io/service-account.name';
const UID = 'kubernetes.io/service-account.uid';

/** The account that a Secret names. */
export interface AccountReference {
  readonly name: string;
  /** Empty: any account of this name. */
  readonly uid: string;
}

/** Signs a token of a ServiceAccount that is valid as long as a Secret contains it. */
export type SignSecretToken = (demand: {
  readonly namespace: string;
  readonly secretName: string;
  readonly serviceAccount: { readonly name: string; readonly uid: string };
}) => string;

/** Returns the account of a token Secret; undefined for other Secrets, and for one that names no account. */
export function accountOf({ type, metadata: { annotations = {} } }: LiveSecret): AccountReference | undefined {
  const { [NAME]: name = '', [UID]: uid = '' } = annotations;
  return type === TYPE && name !== '' ? { name, uid } : undefined;
}

/** Whether a token Secret is that of an account. */
export function isTokenOf(secret: LiveSecret, { metadata: { name, uid } }: LiveAccount): boolean {
  const account = accountOf(secret);
  return account?.name === name && (account.uid === '' || account.uid === uid);
}

/** What a token Secret is filled with. */
export interface Filling {
  readonly sign: SignSecretToken;
  /** PEM certificates; empty if there are none. */
  readonly rootCertificates: string;
}

/**
 * Returns a token Secret with everything that it lacks: the token, the namespace, the current certificates. Undefined
 * if it lacks nothing.
 */
export function filledSecret(
  secret: LiveSecret,
  { metadata: { name, uid } }: LiveAccount,
  { sign, rootCertificates }: Filling,
): LiveSecret | undefined {
  const { data = {}, metadata } = secret;
  const { namespace = '', name: secretName } = metadata;
  const ca = encode(rootCertificates);
  const added = {
    ...(ca !== '' && data['ca.crt'] !== ca && { 'ca.crt': ca }),
    ...(!data['namespace'] && { namespace: encode(namespace) }),
    ...(!data['token'] && { token: encode(sign({ namespace, secretName, serviceAccount: { name, uid } })) }),
  };
  if (Object.keys(added).length === 0) return undefined;
  return {
    ...secret,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [NAME]: name, [UID]: uid } },
    data: { ...data, ...added },
  };
}

const encode = (text: string): string => Buffer.from(text).toString('base64');
