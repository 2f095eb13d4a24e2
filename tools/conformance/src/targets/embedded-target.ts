import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, loadKubeConfig } from '@kb/client';
import type { ImageBehaviors } from '@kb/simulation';
import { newAdminToken, startEmbeddedCluster } from '@kb/cli/dev';
import { sampleCrds, sampleRbac } from './repository.ts';
import type { Target, TargetOptions } from './target.ts';

/**
 * Starts the embedded API server on a socket, with TLS, authentication and Go's HTTP/2, so that clients use it as they
 * use a real one. `images`: how containers behave. Default: they run.
 */
export async function startEmbeddedTarget({
  workloads,
  images,
}: TargetOptions & { readonly images?: ImageBehaviors }): Promise<Target> {
  const cluster = await startEmbeddedCluster({
    port: 0,
    workloads,
    ...(images && { images }),
    tls: true,
    tokens: newAdminToken(),
    authorizationMode: 'RBAC',
    onNotEnforced: () => undefined,
  });
  const folder = mkdtempSync(join(tmpdir(), 'kb-conformance-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.kubeconfig, { mode: 0o600 });
  const transport = createTransport(await loadKubeConfig({ path: kubeconfig }));
  await cluster.install([...sampleCrds(), ...sampleRbac()]);
  return {
    name: 'embedded',
    real: false,
    transport,
    client: cluster.client,
    kubeconfig,
    operatorKubeconfig: kubeconfig,
    compact: async () => cluster.compact(),
    async stop() {
      await transport.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
