/** A key that signs tokens by ES256, ECDSA on P-256 with SHA-256, and verifies them. */
export interface SigningKey {
  /** The hash of the public key, as kube-apiserver names its keys. */
  readonly id: string;
  /** The first coordinate of the public key, in base64url. */
  readonly x: string;
  /** The second coordinate. */
  readonly y: string;
  /** Signs a text; returns the signature in the form of JSON Web Signatures. */
  readonly sign: (text: string) => Buffer;
  /** Whether a signature is that of a text. */
  readonly verify: (text: string, signature: Uint8Array) => boolean;
}

/** Generates a key: a secret, so not from the injected random numbers. */
export function createSigningKey(): SigningKey {
  const { createHash, generateKeyPairSync, sign, verify } = process.getBuiltinModule('node:crypto');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  const dsaEncoding = 'ieee-p1363';
  return {
    id,
    x,
    y,
    sign: (text) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding }),
    verify: (text, signature) => verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding }, signature),
  };
}
