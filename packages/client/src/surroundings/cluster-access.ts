/**
 * How to reach one cluster and who to be there: what {@link loadKubeConfig} gives and a transport takes. Holds no
 * secret in plain sight: certificates and credentials come out of its functions only.
 */
export interface ClusterAccess {
  /** URL of the API server, without a slash at the end. It may have a path. */
  readonly server: string;
  /** Where this comes from, for messages: files, or `the pod's service account`. */
  readonly source: string;
  /** Name of the kubeconfig's context; undefined inside a cluster. */
  readonly context?: string;
  /** Name of the kubeconfig's user; undefined inside a cluster, and for a context without one. */
  readonly user?: string;
  /** The namespace to work in where none is named. */
  readonly namespace: string;
  /** URL of the proxy to go through; undefined for none. It may hold a password. */
  readonly proxyUrl: () => string | undefined;
  /** Whether answers may come compressed, where the kubeconfig says so. */
  readonly compression?: boolean;
  /** What to check the server by, and what to show it: asked before requests, so that rotated files are seen. */
  readonly tls: () => Promise<TlsMaterial>;
  readonly credentials: Credentials;
  /**
   * The same in plain data, for a thread that reads the files itself. Holds secrets. Absent, or undefined, where they
   * come from elsewhere: a credential plugin, an identity provider, an access that a program implements.
   */
  readonly parts?: () => AccessParts | undefined;
}

/** A text that is known, or a file that something else replaces now and then. */
export type TextSource = { readonly text: string } | { readonly file: string };

/** Credentials and certificates of a {@link ClusterAccess} as they are written down, instead of what they say now. */
export interface AccessParts {
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: TextSource;
  /** PEM certificate chain of the client, and its key. */
  readonly certificate?: TextSource;
  readonly key?: TextSource;
  /** As {@link TlsMaterial} has them. */
  readonly serverName?: string;
  readonly insecure?: boolean;
  /** The bearer token. */
  readonly token?: TextSource;
  /** Headers that go with every request besides. */
  readonly headers: Credential['headers'];
}

/** What a TLS connection is made with. The same object as before when nothing changed. */
export interface TlsMaterial {
  /** PEM certificates to trust. Default: Node's own. */
  readonly ca?: string;
  /** PEM certificate chain of the client. */
  readonly certificate?: string;
  /** PEM key of the client's certificate. */
  readonly key?: string;
  /** Name that the server's certificate must carry, if other than the URL's host. */
  readonly serverName?: string;
  /** True: any certificate of the server is good. */
  readonly insecure?: boolean;
}

/** Who a request says it comes from. */
export interface Credential {
  /** Headers that go with every request: `authorization`, `impersonate-…`; several values of one name as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** A source of credentials, shared by all requests of a cluster. */
export interface Credentials {
  /**
   * The credential to use now; obtained or refreshed first when there is none, or it is about to expire: within
   * `validFor` milliseconds, where that is more than usual and less than half of its life. Callers at the same time
   * share one refresh.
   */
  current(validFor?: number): Promise<Credential>;
  /** The server answered 401 to this credential. Resolves to whether {@link current} can now give another one. */
  reject(credential: Credential): Promise<boolean>;
}
