/**
 * A kubeconfig in memory: the shape of `@kubernetes/client-node`'s KubeConfig. That package is not needed for it:
 * objects of any of its versions fit, and so do plain ones. It is read when {@link loadKubeConfig} takes it; only
 * {@link applyToHTTPSOptions} is called later.
 */
export interface KubeConfigObject {
  readonly clusters: readonly KubeConfigCluster[];
  readonly users: readonly KubeConfigUser[];
  readonly contexts: readonly KubeConfigContext[];
  /** Name of the context to use. */
  readonly currentContext: string;
  /**
   * Puts the credential of the current context's user into `options`. Called before requests when that user has no
   * credential that this client knows itself, but an auth-provider of another name, or something was given to
   * `addAuthenticator`. Default: auth-providers of other names are refused.
   */
  applyToHTTPSOptions?(options: HttpsOptions): Promise<void>;
}

/** A cluster of a kubeconfig, by client-node's names. Paths are absolute, or relative to the working directory. */
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

/** A user of a kubeconfig, by client-node's names. Paths are absolute, or relative to the working directory. */
export interface KubeConfigUser {
  readonly name: string;
  /** PEM certificate chain, as base64. */
  readonly certData?: string | undefined;
  readonly certFile?: string | undefined;
  /** What a kubeconfig has under `exec`. */
  readonly exec?: unknown;
  /** PEM key, as base64. */
  readonly keyData?: string | undefined;
  readonly keyFile?: string | undefined;
  /** What a kubeconfig has under `auth-provider`. */
  readonly authProvider?: unknown;
  readonly token?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Whom to act as. */
  readonly impersonateUser?: string | undefined;
}

/** A context of a kubeconfig, by client-node's names. */
export interface KubeConfigContext {
  readonly name: string;
  /** Name of a cluster. */
  readonly cluster: string;
  /** Name of a user; empty for nobody. */
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
