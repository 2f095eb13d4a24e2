import { readFileSync, writeFileSync } from 'node:fs';
import type { Client } from '@kb/client';
import { serviceAccounts } from '@kb/kubernetes/core/v1';
import { parse, stringify } from 'yaml';

/** Writes a kubeconfig with a token of a ServiceAccount, as it is in a Pod. Returns its path. */
export async function accountKubeconfig(
  { client, kubeconfig }: { readonly client: Client; readonly kubeconfig: string },
  { namespace, name }: { readonly namespace: string; readonly name: string },
  file: string,
): Promise<string> {
  const { status } = await client
    .subresource(serviceAccounts, 'token')
    .create({ namespace, name }, { spec: { audiences: [], expirationSeconds: 3600 } });
  const { clusters } = parse(readFileSync(kubeconfig, 'utf8')) as { readonly clusters: readonly { name: string }[] };
  const context = { cluster: clusters[0]?.name, user: name, namespace };
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters,
    users: [{ name, user: { token: status.token } }],
    contexts: [{ name, context }],
    'current-context': name,
  };
  writeFileSync(file, stringify(content), { mode: 0o600 });
  return file;
}
