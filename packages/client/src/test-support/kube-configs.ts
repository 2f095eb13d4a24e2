import { createVirtualClock } from '@kb/apimachinery';
import { memoryFiles } from './memory-files.ts';
import type { ClusterAccess } from '../surroundings/cluster-access.ts';
import { loadKubeConfig, type LoadKubeConfigOptions } from '../access/kube-config/load-kube-config.ts';

/** A PEM block whose content begins with `secret-`. */
export const pem = (name: string): string => `-----BEGIN ${name}-----\nsecret-${name}\n-----END ${name}-----\n`;
/** A text in base64. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with a context, cluster and user of the same name. */
export function config(
  name: string,
  { cluster = {}, user = {}, context = {}, current = name }: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: [{ name, cluster: { server: `https://${name}.test:6443`, ...(cluster as object) } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...(context as object) } }],
  });
}

/** Loads a kubeconfig from files in memory. */
export function load(files: Record<string, string>, options: LoadKubeConfigOptions = {}): Promise<ClusterAccess> {
  const { readFile } = memoryFiles(files);
  return loadKubeConfig({
    env: { KUBECONFIG: '/k' },
    readFile,
    clock: createVirtualClock(),
    interactive: false,
    ...options,
  });
}
