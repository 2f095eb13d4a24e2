import { createClient, createTransport, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import { buildControlPlane, type ControlPlaneBinaries, findControlPlane, startControlPlane } from '@kb/control-plane';
import { startSimulatedNode } from '@kb/simulation';
import { installManifests } from 'kb/dev';
import { operatorAccount, sampleCrds, sampleRbac } from './repository.ts';
import { compactEtcd } from '../api-server/compact-etcd.ts';
import { scenarioImages } from './scenario-images.ts';
import type { Target, TargetOptions } from './target.ts';

/** Finds the programs of a real control plane, or builds them with Go. Returns the reason if neither works. */
export async function realBinaries(log: (line: string) => void): Promise<ControlPlaneBinaries | { reason: string }> {
  const found = findControlPlane();
  if (found.binaries) return found.binaries;
  try {
    return await buildControlPlane({ log });
  } catch (error) {
    return { reason: `${found.reason}; ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Starts a real control plane: kube-apiserver with RBAC, kube-controller-manager, and our simulated node, which makes
 * Pods ready.
 */
export async function startRealTarget(binaries: ControlPlaneBinaries, { workloads }: TargetOptions): Promise<Target> {
  const plane = await startControlPlane({
    binaries,
    controllers: workloads,
    // kube-controller-manager's garbage collector looks for new kinds only every 30 seconds, so install ours first.
    beforeControllers: async ({ kubeconfigPath }) => {
      const transport = createTransport(await loadKubeConfig({ path: kubeconfigPath }));
      const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
      await installManifests(client, [...sampleCrds(), ...sampleRbac()]);
      await transport.close();
    },
  });
  const transport = createTransport(await loadKubeConfig({ path: plane.kubeconfigPath }));
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  const node = workloads
    ? startSimulatedNode({ transport, clock: systemClock, random: systemRandom, images: scenarioImages })
    : undefined;
  return {
    name: `kube-apiserver ${plane.version}`,
    real: true,
    transport,
    client,
    kubeconfig: plane.kubeconfigPath,
    operatorKubeconfig: await plane.kubeconfigFor({ serviceAccount: operatorAccount }),
    compact: () => compactEtcd(plane.directory),
    async stop() {
      await node?.stop();
      await transport.close();
      await plane.stop();
    },
  };
}
