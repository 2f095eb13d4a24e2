import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient, createTransport, loadKubeConfig, type Client, systemClock, systemRandom } from '@kb/client';
import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { newAdminToken, startEmbeddedCluster } from '@kb/cli/dev';
import { services } from '@kb/kubernetes/core/v1';
import { startSimulatedNode } from '@kb/simulation';
import { callAtPort, type ServiceName } from './webhook-callers.ts';

/** An API server with RBAC and controllers, into which a project is deployed. */
export interface Cluster {
  readonly name: string;
  /** As an administrator. */
  readonly client: Client;
  /** The path of the kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** Lets the API server reach a Service at a port of this machine. */
  serve(service: ServiceName, port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the embedded API server with its simulated workloads. Its Services lead where `serve` says. */
export async function startEmbedded(folder: string): Promise<Cluster> {
  const ports = new Map<string, number>();
  const cluster = await startEmbeddedCluster({
    port: 0,
    workloads: true,
    tls: true,
    tokens: newAdminToken(),
    authorizationMode: 'RBAC',
    resolveService({ namespace, name }) {
      const port = ports.get(`${namespace}/${name}`);
      return port === undefined ? undefined : `https://127.0.0.1:${port}`;
    },
    onNotEnforced: () => undefined,
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.kubeconfig, { mode: 0o600 });
  return {
    name: 'embedded',
    client: cluster.client,
    kubeconfig,
    serve: async ({ namespace, name }, port) => void ports.set(`${namespace}/${name}`, port),
    stop: () => cluster.stop(),
  };
}

/**
 * Starts a real control plane with our simulated node. There is no network of Services: `serve` makes the Service an
 * ExternalName that leads to this machine, where the API server then calls it under the same name, verified by the same
 * certificate. The port of such a Service is the one that is called, so `serve` also writes it into the callers.
 */
export async function startReal(binaries: ControlPlaneBinaries): Promise<Cluster> {
  const plane = await startControlPlane({ binaries });
  const transport = createTransport(await loadKubeConfig({ path: plane.kubeconfigPath }));
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  const node = startSimulatedNode({ transport, clock: systemClock, random: systemRandom });
  return {
    name: `kube-apiserver ${plane.version}`,
    client,
    kubeconfig: plane.kubeconfigPath,
    async serve(service, port) {
      await client.patch(services, service, {
        type: 'merge',
        value: {
          spec: {
            type: 'ExternalName',
            externalName: 'localhost',
            clusterIP: null,
            clusterIPs: null,
            selector: null,
            ports: [{ port, protocol: 'TCP', targetPort: port }],
          },
        },
      });
      await callAtPort(client, service, port);
    },
    async stop() {
      await node.stop();
      await transport.close();
      await plane.stop();
    },
  };
}
