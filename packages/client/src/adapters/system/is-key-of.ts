import type { KeyPairCheck } from '../../surroundings/key-pair-check.ts';

/** Whether a PEM key is that of a PEM certificate. Loaded when there is a client certificate to check. */
export const isKeyOf: KeyPairCheck = async ({ certificate, key }) => {
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    // Half written, or no PEM at all: what connects with it says what is wrong.
    return false;
  }
};
