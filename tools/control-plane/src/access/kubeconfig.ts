import { writeFile } from 'node:fs/promises';

/** Who a kubeconfig acts as. */
export interface KubeconfigUser {
  /** Bearer token. */
  token: string;
  /** User to impersonate with that token (it must be allowed to): the `as` field. */
  as?: string;
  /** Groups to impersonate: `as-groups`. */
  asGroups?: readonly string[];
}

/** What {@link kubeconfig} needs. */
export interface KubeconfigOptions {
  /** `https://127.0.0.1:port`. */
  server: string;
  /** Certificate of the authority, PEM. */
  caPem: string;
  user: KubeconfigUser;
  /** Namespace of the context; `default` by default. */
  namespace?: string;
}

/** The text of a self-contained kubeconfig with one cluster, one user and one context, all named `kb-control-plane`. */
export function kubeconfig(options: KubeconfigOptions): string {
  const { server, caPem, user, namespace = 'default' } = options;
  const name = 'kb-control-plane';
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    `current-context: ${name}`,
    'clusters:',
    `- name: ${name}`,
    '  cluster:',
    `    server: ${scalar(server)}`,
    `    certificate-authority-data: ${Buffer.from(caPem).toString('base64')}`,
    'users:',
    `- name: ${name}`,
    '  user:',
    `    token: ${scalar(user.token)}`,
    ...(user.as === undefined ? [] : [`    as: ${scalar(user.as)}`]),
    ...(user.asGroups === undefined ? [] : [`    as-groups: [${user.asGroups.map(scalar).join(', ')}]`]),
    'contexts:',
    `- name: ${name}`,
    `  context: { cluster: ${name}, user: ${name}, namespace: ${scalar(namespace)} }`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes {@link kubeconfig} to a file that only its owner can read, since it holds a token. */
export async function writeKubeconfig(file: string, options: KubeconfigOptions): Promise<void> {
  await writeFile(file, kubeconfig(options), { mode: 0o600 });
}

/** A JSON string is a YAML double-quoted scalar. */
function scalar(text: string): string {
  return JSON.stringify(text);
}
