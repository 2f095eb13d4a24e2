/** The address of a server and the credentials of its client. */
export interface KubeconfigOptions {
  readonly url: string;
  /** The authority (PEM) of the server's certificate; undefined without TLS. */
  readonly ca: string | undefined;
  /** A bearer token; undefined if the server requires none. */
  readonly token?: string | undefined;
  /** A client certificate and its key (PEM). */
  readonly certificate?: string;
  readonly key?: string;
}

/** Returns a kubeconfig (YAML). If it holds a token or a key, it is a secret. */
export function kubeconfigFor({ url, ca, token, certificate, key }: KubeconfigOptions): string {
  // Some clients need one of these fields even without TLS.
  const trust =
    ca === undefined
      ? 'insecure-skip-tls-verify: true'
      : `certificate-authority-data: ${Buffer.from(ca).toString('base64')}`;
  const credentials = [
    ...(token === undefined ? [] : [`token: ${JSON.stringify(token)}`]),
    ...(certificate === undefined ? [] : [`client-certificate-data: ${Buffer.from(certificate).toString('base64')}`]),
    ...(key === undefined ? [] : [`client-key-data: ${Buffer.from(key).toString('base64')}`]),
  ];
  const user = credentials.length === 0 ? 'user: {}' : ['user:', ...credentials].join('\n      ');
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
