import { createApiServer, startWorkloadSimulation } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import { portError } from '../port.ts';
import { installManifests } from './install-manifests.ts';
import type { Manifest } from './manifests.ts';

/** The embedded API server with its workload simulation, on loopback. */
export interface EmbeddedCluster {
  readonly url: string;
  readonly kubeconfig: string;
  /** A client with every right. */
  readonly client: Client;
  /** Applies manifests in order; resolves when CustomResourceDefinitions among them are served. */
  install(manifests: readonly Manifest[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a port of loopback (0: a free one). */
export async function startEmbeddedCluster(options: { port: number; workloads: boolean }): Promise<EmbeddedCluster> {
  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const listener = await server.listen({ port: options.port }).catch((error: unknown) => {
    throw portError(error, options.port);
  });
  const { transport } = server;
  const client = createClient({ transport, clock: systemClock, random: systemRandom, fieldManager: 'kb' });
  const simulation = options.workloads
    ? startWorkloadSimulation({ transport, clock: systemClock, random: systemRandom })
    : undefined;
  return {
    url: listener.url,
    kubeconfig: listener.kubeconfig(),
    client,
    install: (manifests) => installManifests(client, manifests),
    async stop() {
      await simulation?.stop();
      await listener.close();
      await server.stop();
    },
  };
}
