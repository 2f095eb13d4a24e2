/** The address of a server and the credentials of its client. */
export interface KubeconfigOptions {
  readonly url: string;
  /** The authority (PEM) of the server's certificate; undefined without TLS. */
  readonly ca: string | undefined;
  /** A bearer token; undefined if the server requires none. */
  readonly token: string | undefined;
}

/** Returns a kubeconfig (YAML). If it holds a token, it is a secret. */
export function kubeconfigFor({ url, ca, token }: KubeconfigOptions): string {
  // Some clients need one of these fields even without TLS.
  const trust =
    ca === undefined
      ? 'insecure-skip-tls-verify: true'
      : `certificate-authority-data: ${Buffer.from(ca).toString('base64')}`;
  const user = token === undefined ? 'user: {}' : `user:\n      token: ${JSON.stringify(token)}`;
  return `apiVersion: v1
kind: Config
current-context: kb
clusters:
  - name: kb
    cluster:
      server: ${url}
      ${trust}
contexts:
  - name: kb
    context:
      cluster: kb
      user: kb
users:
  - name: kb
    ${user}
`;
}
