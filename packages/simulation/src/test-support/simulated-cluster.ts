import {
  createVirtualClock,
  type HttpResponse,
  type KubernetesObject,
  type Transport,
  type VirtualClock,
} from '@kb/apimachinery';
import { type Deployment, deployments, type ReplicaSet, replicaSets } from '@kb/kubernetes/apps/v1';
import { events, type Pod, pods } from '@kb/kubernetes/core/v1';
import { type ApiServer, createApiServer } from '@kb/apiserver';
import { type Client, createClient, uncheckedPatchValue, type UncheckedPatchValue } from '@kb/client';
import type { Simulation, SimulationFailure } from '../simulation.ts';
import { startWorkloadSimulation, type WorkloadSimulationOptions } from '../start-workload-simulation.ts';

/** An embedded server with the simulation on it, on virtual time. */
export interface SimulatedCluster {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
  /** The test's own client. Its requests are not recorded. */
  readonly client: Client;
  /** The requests of the simulation, including reads and watches: `GET /api/v1/pods`. */
  readonly requests: string[];
  readonly failures: SimulationFailure[];
  /** Stops the simulation, calls `meanwhile`, and starts another simulation on the same server. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
  deployment(name?: string): Promise<Deployment>;
  /** The ReplicaSets of the namespace `default`, sorted by name. */
  sets(): Promise<ReplicaSet[]>;
  pods(): Promise<Pod[]>;
  /** `⟨reason⟩: ⟨message⟩` of the events about objects of one kind. */
  events(kind: string): Promise<string[]>;
}

/** Options of {@link startSimulatedCluster}. */
export interface SimulatedClusterOptions extends Omit<WorkloadSimulationOptions, 'transport' | 'clock' | 'onError'> {
  readonly crds?: readonly object[];
  /** Wraps the transport of the simulation. */
  readonly intercept?: (transport: Transport) => Transport;
  /** AlwaysAllow: the server has no authentication either, and tracks no tokens. Default: Node,RBAC. */
  readonly authorizationMode?: 'AlwaysAllow';
  /** Starts something other than the whole simulation. */
  readonly start?: (options: WorkloadSimulationOptions) => Simulation;
}

/** Starts a {@link SimulatedCluster}, and lets it settle. */
export async function startSimulatedCluster(options: SimulatedClusterOptions = {}): Promise<SimulatedCluster> {
  const { crds = [], intercept = (transport) => transport, start = startWorkloadSimulation } = options;
  // So that each component needs the permissions that it has in a cluster.
  const { authorizationMode = 'Node,RBAC', ...rest } = options;
  const clock = createVirtualClock();
  const bugs: unknown[] = [];
  const refusals: string[] = [];
  const server = createApiServer({
    clock,
    crds,
    // Without controllers nothing creates the accounts that it requires.
    disableAdmissionPlugins: start === startWorkloadSimulation ? [] : ['ServiceAccount'],
    authorizationMode,
    onBug: (error) => bugs.push(error),
  });
  const requests: string[] = [];
  const failures: SimulationFailure[] = [];
  const counted = (transport: Transport): Transport => ({
    send: async (request, signal) => {
      const sent = `${request.method} ${request.path.replace(/\?.*/, '')}`;
      requests.push(sent);
      const response = await transport.send(request, signal);
      if (response.status === 403) noteRefusal(sent, response, refusals);
      return response;
    },
  });
  const begin = (): Simulation =>
    start({
      transport: intercept(counted(server.transport)),
      transportFor: (user) => intercept(counted(server.transportFor(user))),
      clock,
      onError: (failure) => failures.push(failure),
      signSecretToken: server.signSecretToken,
      ...rest,
    });
  const client = createClient({ transport: server.transport, clock, fieldManager: 'test' });
  const inDefault = async <T extends KubernetesObject>(list: Promise<{ items: T[] }>): Promise<T[]> =>
    (await list).items.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  let simulation = begin();
  await clock.advance(2000);
  return {
    server,
    clock,
    client,
    requests,
    failures,
    restart: async (meanwhile) => {
      await simulation.stop();
      await meanwhile?.();
      simulation = begin();
    },
    stop: async () => {
      await simulation.stop();
      await server.stop();
      if (bugs.length > 0) throw bugs[0];
      if (refusals.length > 0) throw new Error(`a component lacks permissions:\n${refusals.join('\n')}`);
    },
    deployment: (name = 'web') => client.get(deployments, { namespace: 'default', name }),
    sets: () => inDefault(client.list(replicaSets, { namespace: 'default' })),
    pods: () => inDefault(client.list(pods, { namespace: 'default' })),
    events: async (kind) => {
      const { items } = await client.list(events);
      return items
        .filter(({ involvedObject }) => involvedObject.kind === kind)
        .map(({ reason, message }) => `${reason}: ${message}`);
    },
  };
}

/** Notes a response that says that a user lacks a permission. */
function noteRefusal(request: string, { body }: HttpResponse, refusals: string[]): void {
  if (!(body instanceof Uint8Array)) return;
  const text = new TextDecoder().decode(body);
  if (/User \\"system:/.test(text)) refusals.push(`${request}: ${text.trim()}`);
}

type Input = Pick<Deployment, 'spec'> & { metadata: { name: string; namespace: string } };

interface DeploymentShape {
  readonly image?: string;
  /** The annotations of its Pods. */
  readonly annotations?: Record<string, string>;
  readonly spec?: Partial<Deployment['spec']>;
}

/** A Deployment for tests: named `web`, with the label `app: web`. */
export function deploymentOf(replicas: number, options: DeploymentShape = {}): Input {
  const { image = 'web:1', annotations = {}, spec = {} } = options;
  const labels = { app: 'web' };
  return {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels, annotations }, spec: { containers: [{ name: 'web', image }] } },
      ...spec,
    },
  };
}

/** A merge patch that changes the image of {@link deploymentOf}. */
export const imagePatch = (image: string): UncheckedPatchValue =>
  uncheckedPatchValue({
    spec: { template: { spec: { containers: [{ name: 'web', image }] } } },
  });
