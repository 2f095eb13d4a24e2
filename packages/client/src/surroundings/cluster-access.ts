/**
 * The address of a cluster and the identity to use there, as returned by {@link loadKubeConfig} and accepted by a
 * transport. Printing it reveals no secrets: certificates and credentials are only returned by its functions.
 */
export interface ClusterAccess {
  /** URL of the API server, without a trailing slash. It may have a path. */
  readonly server: string;
  /** The origin of this configuration, for messages: files, or `the pod's service account`. */
  readonly source: string;
  /** Name of the kubeconfig's context; undefined inside a cluster. */
  readonly context?: string;
  /** Name of the kubeconfig's user; undefined inside a cluster, and for a context without one. */
  readonly user?: string;
  /** The default namespace. */
  readonly namespace: string;
  /** Returns the URL of the proxy to use; undefined for none. It may contain a password. */
  readonly proxyUrl: () => string | undefined;
  /** Whether responses may be compressed, if the kubeconfig sets it. */
  readonly compression?: boolean;
  /** Returns the certificates to trust and to present. Called before requests, so that rotated files take effect. */
  readonly tls: () => Promise<TlsMaterial>;
  readonly credentials: Credentials;
  /**
   * Returns the same as plain data, for a thread that reads the files itself. Contains secrets. Absent or undefined if
   * the credentials come from a credential plugin, an identity provider, or the program.
   */
  readonly parts?: () => AccessParts | undefined;
}

/** A fixed text, or a file that another process may replace. */
export type TextSource = { readonly text: string } | { readonly file: string };

/** Credentials and certificates of a {@link ClusterAccess} as configured, without reading files. */
export interface AccessParts {
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: TextSource;
  /** PEM certificate chain of the client, and its key. */
  readonly certificate?: TextSource;
  readonly key?: TextSource;
  /** The server name and verification, as in {@link TlsMaterial}. */
  readonly serverName?: string;
  readonly insecure?: boolean;
  /** The bearer token. */
  readonly token?: TextSource;
  /** Additional headers of every request. */
  readonly headers: Credential['headers'];
}

/** The material for TLS connections. The same object until something changes. */
export interface TlsMaterial {
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: string;
  /** PEM certificate chain of the client. */
  readonly certificate?: string;
  /** PEM key of the client's certificate. */
  readonly key?: string;
  /** Name that the server's certificate must have, if it differs from the URL's host. */
  readonly serverName?: string;
  /** True: the server's certificate is not verified. */
  readonly insecure?: boolean;
}

/** The credential of a request. */
export interface Credential {
  /** Headers of every request: `authorization`, `impersonate-…`; several values of one name as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** A source of credentials, shared by all requests of a cluster. */
export interface Credentials {
  /**
   * Returns the credential to use now. Obtains or refreshes it first if there is none, or if it is about to expire:
   * within `validFor` milliseconds, if that is longer than the usual margin and shorter than half of its lifetime.
   * Concurrent callers share one refresh.
   */
  current(validFor?: number): Promise<Credential>;
  /**
   * Called when the server responded with 401 to this credential. Resolves to whether {@link current} now returns
   * another one.
   */
  reject(credential: Credential): Promise<boolean>;
}
