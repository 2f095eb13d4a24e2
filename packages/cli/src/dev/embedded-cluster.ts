import { createApiServer, type TokenUser } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import { startWorkloadSimulation } from '@kb/simulation';
import { portError } from '../command-line/port.ts';
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
  /** Forgets the history of all resources: watches and lists from before now are answered 410 Expired. */
  compact(): void;
  stop(): Promise<void>;
}

/** How to start an {@link EmbeddedCluster}. */
export interface EmbeddedClusterOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Simulate workloads. */
  readonly workloads: boolean;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** HTTPS. Default: false. */
  readonly tls?: boolean;
  /**
   * Gives the file that keeps the certificate of {@link tls} between runs, and makes its folder. Default: a new
   * certificate at every start.
   */
  readonly certificateFile?: () => string;
  /** Names and addresses that requests may be for, besides those of loopback and {@link host}. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Who may use it, by their tokens. Default: everyone. */
  readonly tokens?: Readonly<Record<string, TokenUser>>;
}

/**
 * Starts it. Throws a CliError when the port cannot be had, and the server's error for an address that must not be open
 * to the network.
 */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions): Promise<EmbeddedCluster> {
  const { port, workloads, tokens, ...listening } = options;
  const server = createApiServer({
    clock: systemClock,
    random: systemRandom,
    // Higher than the last one on this port: no server gets a thousand writes a second all day.
    firstRevision: systemClock.now(),
    ...(tokens && { authentication: { tokens } }),
  });
  const listener = await server.listen({ port, ...listening }).catch((error: unknown) => {
    throw portError(error, port);
  });
  const { transport } = server;
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  const simulation = workloads
    ? startWorkloadSimulation({ transport, clock: systemClock, random: systemRandom })
    : undefined;
  return {
    url: listener.url,
    kubeconfig: listener.kubeconfig(),
    client,
    compact: () => server.compact(),
    install: (manifests) => installManifests(client, manifests),
    async stop() {
      await simulation?.stop();
      await listener.close();
      await server.stop();
    },
  };
}
