/** Why there is no credential. */
export type CredentialErrorCode =
  /** The program of an exec plugin is not there, failed, or answered what is no credential. */
  | 'KB_EXEC_PLUGIN_FAILED'
  /** The identity provider gave no new OpenID Connect token, or cannot be asked for one. */
  | 'KB_OIDC_REFRESH_FAILED'
  /** A KubeConfig that the program gave failed when it was asked for a credential. */
  | 'KB_KUBECONFIG_OBJECT_FAILED'
  /** A file with a token, certificate or key cannot be read. */
  | 'KB_CREDENTIAL_FILE_UNREADABLE';

/** A credential could not be obtained. The message names the program or file and what to do, never a secret. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: CredentialErrorCode;
  constructor(code: CredentialErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
