import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, loadKubeConfig, type PooledTransport, systemClock, systemRandom } from '@kb/client';
import { backupEtcd, type ControlPlane, startControlPlane } from '@kb/control-plane';
import { playRestoredBackup } from '@kb/runtime/scenarios';
import { eventually } from '../patience.ts';

/** How many writes to make: kube-apiserver itself writes several dozen objects when it starts. */
const WRITES = 600;

/**
 * Tests the restore of a backup on a real control plane: copies etcd's data while it runs, stops the control plane, and
 * starts another one from the copy.
 */
export async function playRestoredEtcd(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kb-backup-'));
  const backup = join(folder, 'etcd');
  let plane = await startControlPlane({ controllers: false });
  let transport = await transportTo(plane);
  try {
    await playRestoredBackup({
      clock: systemClock,
      random: systemRandom,
      namespace: 'default',
      eventually: (check, timeoutMs = 0) => eventually(check, { timeoutMs }),
      writes: WRITES,
      server: {
        transport: { send: (request, signal) => transport.send(request, signal) },
        backup: () => backupEtcd(plane, backup),
        restore: async () => {
          await plane.stop();
          plane = await startControlPlane({ controllers: false, etcdData: backup });
          const lost = transport;
          transport = await transportTo(plane);
          await lost.close();
        },
      },
    });
  } finally {
    await transport.close();
    await plane.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const transportTo = async ({ kubeconfigPath }: ControlPlane): Promise<PooledTransport> =>
  createTransport(await loadKubeConfig({ path: kubeconfigPath }));
