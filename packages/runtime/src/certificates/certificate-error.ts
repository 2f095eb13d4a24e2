import type { certificateErrorCodes } from '../error-codes.ts';

/** The codes of {@link CertificateError}. */
export type CertificateErrorCode = keyof typeof certificateErrorCodes;

/**
 * The error for certificates that a server cannot use. The message names the file and the remedy, and never contains
 * the key.
 */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
