import type { credentialErrorCodes } from './error-codes.ts';

/** The reason why there is no credential. */
export type CredentialErrorCode = keyof typeof credentialErrorCodes;

/**
 * The error for a credential that could not be obtained. The message names the program or file and the remedy, never a
 * secret.
 */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: CredentialErrorCode;
  constructor(code: CredentialErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
