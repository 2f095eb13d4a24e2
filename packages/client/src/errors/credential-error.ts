import type { credentialErrorCodes } from './error-codes.ts';

/** Why there is no credential. */
export type CredentialErrorCode = keyof typeof credentialErrorCodes;

/** A credential could not be obtained. The message names the program or file and what to do, never a secret. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: CredentialErrorCode;
  constructor(code: CredentialErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
