/** What is wrong with certificates that a server was given: {@link CertificateError.code}. */
export type CertificateErrorCode =
  /** A file cannot be read. */
  | 'unreadable'
  /** There is no certificate in what should hold some, or it cannot be parsed. */
  | 'no-certificate'
  /** There is no private key in what should hold one, or it cannot be parsed. */
  | 'no-key'
  /** The key is not the one of the first certificate. */
  | 'mismatch';

/** Certificates that cannot be served with. The message names the file and what to do; never the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code: CertificateErrorCode;
  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
