import type { certificateErrorCodes } from '../error-codes.ts';

/** What is wrong with a server's certificates: {@link CertificateError.code}. */
export type CertificateErrorCode = keyof typeof certificateErrorCodes;

/** The certificates cannot be used to serve. The message names the file and what to do, and never contains the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
