import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from './control-plane.ts';
import { ControlPlaneError } from './errors.ts';

/** Where etcd keeps its data in a control plane's folder. */
export const ETCD_FOLDER = 'etcd';

/**
 * Copies the data of a running control plane's etcd to `target`, which must not exist: a backup for
 * `startControlPlane({ etcdData: target })`. etcd is paused meanwhile, so that the copy equals the disk after a power
 * failure. Throws ControlPlaneError COMPONENT_FAILED when etcd has ended.
 */
export async function backupEtcd({ components, directory }: ControlPlane, target: string): Promise<void> {
  const etcd = components.find(({ name }) => name === 'etcd');
  if (etcd === undefined || etcd.exit !== undefined)
    throw new ControlPlaneError('KB_COMPONENT_FAILED', 'etcd has ended: there is nothing to copy');
  process.kill(etcd.pid, 'SIGSTOP');
  try {
    await copyEtcdData(join(directory, ETCD_FOLDER), target);
  } finally {
    process.kill(etcd.pid, 'SIGCONT');
  }
}

/** Copies etcd's data; only its owner can read the copy, as etcd requires. */
export async function copyEtcdData(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  await cp(source, target, { recursive: true });
}
