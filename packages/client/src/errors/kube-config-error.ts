/** What can be wrong with a kubeconfig. */
export type KubeConfigErrorCode =
  /** There is no kubeconfig where one was named, or none at all. */
  | 'KB_KUBECONFIG_NOT_FOUND'
  /** The file is there but cannot be read. */
  | 'KB_KUBECONFIG_UNREADABLE'
  /** The file is no YAML, or not shaped like a kubeconfig. */
  | 'KB_KUBECONFIG_MALFORMED'
  /** The context is not in the file, or none was chosen. */
  | 'KB_KUBECONFIG_UNKNOWN_CONTEXT'
  /** A context names a cluster or user that is not there, or a file that a user or cluster needs is missing. */
  | 'KB_KUBECONFIG_DANGLING'
  /** A well-formed setting that cannot work, or that this client does not support. */
  | 'KB_KUBECONFIG_UNSUPPORTED';

/** Something is wrong with how to reach the cluster: a mistake of the user, said with the file and what to do. Its stack is of no use to anyone. */
export class KubeConfigError extends Error {
  override readonly name = 'KubeConfigError';
  readonly code: KubeConfigErrorCode;
  /** The file that it is about. */
  readonly file: string | undefined;
  constructor(code: KubeConfigErrorCode, message: string, options: ErrorOptions & { readonly file?: string } = {}) {
    super(message, options);
    this.code = code;
    this.file = options.file;
  }
}
