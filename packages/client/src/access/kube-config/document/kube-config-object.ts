/**
 * A kubeconfig in memory, with the shape of `@kubernetes/client-node`'s KubeConfig. Objects of any version of that
 * package fit, and so do plain objects. {@link loadKubeConfig} reads it once; only {@link applyToHTTPSOptions} is
 * called later.
 */
export interface KubeConfigObject {
  readonly clusters: readonly KubeConfigCluster[];
  readonly users: readonly KubeConfigUser[];
  readonly contexts: readonly KubeConfigContext[];
  /** Name of the context to use. */
  readonly currentContext: string;
  /**
   * Adds the credential of the current context's user to `options`. Called before requests if the user has no
   * credential that this client supports, but has an unknown auth-provider, or an authenticator was passed to
   * `addAuthenticator`. Default: unknown auth-providers are errors.
   */
  applyToHTTPSOptions?(options: HttpsOptions): Promise<void>;
}

/**
 * A cluster of a kubeconfig, with client-node's field names. Paths are absolute, or relative to the working directory.
 */
export interface KubeConfigCluster {
  readonly name: string;
  /** PEM certificates to trust, as base64. */
  readonly caData?: string | undefined;
  readonly caFile?: string | undefined;
  /** URL of the API server. */
  readonly server: string;
  readonly tlsServerName?: string | undefined;
  readonly skipTLSVerify: boolean;
  readonly proxyUrl?: string | undefined;
}

/** A user of a kubeconfig, with client-node's field names. Paths are absolute, or relative to the working directory. */
export interface KubeConfigUser {
  readonly name: string;
  /** PEM certificate chain, as base64. */
  readonly certData?: string | undefined;
  readonly certFile?: string | undefined;
  /** The user's `exec` entry of a kubeconfig. */
  readonly exec?: unknown;
  /** PEM key, as base64. */
  readonly keyData?: string | undefined;
  readonly keyFile?: string | undefined;
  /** The user's `auth-provider` entry of a kubeconfig. */
  readonly authProvider?: unknown;
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The user to impersonate. */
  readonly impersonateUser?: string | undefined;
}

/** A context of a kubeconfig, with client-node's field names. */
export interface KubeConfigContext {
  readonly name: string;
  /** Name of a cluster. */
  readonly cluster: string;
  /** Name of a user; empty for anonymous access. */
  readonly user: string;
  /** Default: `default`. */
  readonly namespace?: string | undefined;
}

/** The part of Node's `https.RequestOptions` that holds a credential. */
export interface HttpsOptions {
  headers?: unknown;
  /** PEM certificate chain. */
  cert?: unknown;
  /** PEM key. */
  key?: unknown;
}
