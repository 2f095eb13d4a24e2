import type { certificateErrorCodes } from '../error-codes.ts';

/** What is wrong with certificates that a server was given: {@link CertificateError.code}. */
export type CertificateErrorCode = keyof typeof certificateErrorCodes;

/** Certificates that cannot be served with. The message names the file and what to do; never the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
