import type { kubeConfigErrorCodes } from './error-codes.ts';

/** The kind of problem with a kubeconfig. */
export type KubeConfigErrorCode = keyof typeof kubeConfigErrorCodes;

/**
 * The error for an invalid cluster configuration. It is a user error: the message names the file and the remedy, and
 * the stack is irrelevant.
 */
export class KubeConfigError extends Error {
  override readonly name = 'KubeConfigError';
  readonly code: KubeConfigErrorCode;
  /** The file with the problem. */
  readonly file: string | undefined;
  constructor(
    code: KubeConfigErrorCode,
    message: string,
    options: ErrorOptions & { readonly file?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.file = options.file;
  }
}
