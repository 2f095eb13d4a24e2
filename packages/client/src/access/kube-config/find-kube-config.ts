import path from 'node:path';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { Environment } from '../../surroundings/environment.ts';
import { isInCluster } from '../in-cluster.ts';

/** The location of the cluster configuration. */
export type KubeConfigLocation =
  | { readonly type: 'files'; readonly files: readonly string[]; readonly mayBeMissing: boolean; readonly from: string }
  | { readonly type: 'in-cluster' };

/**
 * Finds the configuration in controller-runtime's order: the given file, the files in `KUBECONFIG` (separated as in
 * `PATH`), the pod's service account inside a cluster (unless a context is requested, which only a file has),
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
