/** The text of a kubeconfig (YAML) that leads to a server at `url`. There are no credentials: the server asks for none. There is no TLS either,
 * which some clients want to be told. */
export function kubeconfigFor(url: string): string {
  return `apiVersion: v1
kind: Config
current-context: kb
clusters:
  - name: kb
    cluster:
      server: ${url}
      insecure-skip-tls-verify: true
contexts:
  - name: kb
    context:
      cluster: kb
      user: kb
users:
  - name: kb
    user: {}
`;
}
