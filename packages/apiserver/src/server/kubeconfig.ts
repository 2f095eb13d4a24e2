/** How clients reach a server, and who they are there. */
export interface KubeconfigOptions {
  readonly url: string;
  /** The authority (PEM) of the server's certificate; undefined without TLS. */
  readonly ca: string | undefined;
  /** A bearer token; undefined where the server asks for none. */
  readonly token: string | undefined;
}

/** The text of a kubeconfig (YAML). With a token in it, it is a secret. */
export function kubeconfigFor({ url, ca, token }: KubeconfigOptions): string {
  // Some clients also need to know that there is no TLS.
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
