import path from 'node:path';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { Environment } from '../../surroundings/environment.ts';
import { isInCluster } from '../in-cluster.ts';

/** Where to find out how to reach the cluster. */
export type KubeConfigLocation =
  | { readonly type: 'files'; readonly files: readonly string[]; readonly mayBeMissing: boolean; readonly from: string }
  | { readonly type: 'in-cluster' };

/**
 * Where the configuration is, in controller-runtime's order: the file that was named, `KUBECONFIG` (several, separated
 * as in `PATH`), the pod's service account inside a cluster (not when a context was asked for, which only a file has),
 * `~/.kube/config`.
 */
export function findKubeConfig(
  named: string | undefined,
  env: Environment,
  context: string | undefined,
): KubeConfigLocation {
  if (named !== undefined && named !== '') {
    return { type: 'files', files: [named], mayBeMissing: false, from: 'the file that was named' };
  }
  const files = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (files.length > 0) return { type: 'files', files, mayBeMissing: files.length > 1, from: 'KUBECONFIG' };
  if (context === undefined && isInCluster(env)) return { type: 'in-cluster' };
  const home = env['HOME'] || env['USERPROFILE'];
  if (!home) {
    const message =
      'no kubeconfig: none was named, KUBECONFIG is not set, and there is no home folder to look in; set KUBECONFIG';
    throw new KubeConfigError('KB_KUBECONFIG_NOT_FOUND', message);
  }
  return { type: 'files', files: [path.join(home, '.kube', 'config')], mayBeMissing: false, from: 'the home folder' };
}
