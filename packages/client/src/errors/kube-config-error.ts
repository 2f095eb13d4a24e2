import type { kubeConfigErrorCodes } from './error-codes.ts';

/** What can be wrong with a kubeconfig. */
export type KubeConfigErrorCode = keyof typeof kubeConfigErrorCodes;

/**
 * Something is wrong with how to reach the cluster: a mistake of the user, said with the file and what to do. Its stack
 * is of no use to anyone.
 */
export class KubeConfigError extends Error {
  override readonly name = 'KubeConfigError';
  readonly code: KubeConfigErrorCode;
  /** The file that it is about. */
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
