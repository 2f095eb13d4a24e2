import { createVirtualClock } from '@kb/apimachinery';
import {
  createSimulatedContainers,
  type ImageBehaviors,
  type SimulatedNodeOptions,
  startWorkloadSimulation,
} from '@kb/simulation';
import { type GrowthServer, repeat, startServer } from '../api-server/growth-server.ts';

/** The paths of the collections of the namespace `default`. */
export const paths = {
  accounts: '/api/v1/namespaces/default/serviceaccounts',
  autoscalers: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
  budgets: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
  claims: '/api/v1/namespaces/default/persistentvolumeclaims',
  cronJobs: '/apis/batch/v1/namespaces/default/cronjobs',
  daemonSets: '/apis/apps/v1/namespaces/default/daemonsets',
  deployments: '/apis/apps/v1/namespaces/default/deployments',
  endpoints: '/api/v1/namespaces/default/endpoints',
  jobs: '/apis/batch/v1/namespaces/default/jobs',
  nodes: '/api/v1/nodes',
  pods: '/api/v1/namespaces/default/pods',
  replicationControllers: '/api/v1/namespaces/default/replicationcontrollers',
  secrets: '/api/v1/namespaces/default/secrets',
  services: '/api/v1/namespaces/default/services',
  slices: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
} as const;

/** How long the simulation gets to finish pending work, in milliseconds of virtual time. */
export const PAUSE_MS = 10_000;

/** Starts a server with the simulation: a node that has room for every Pod, and images that behave as told. */
export async function startSimulation(
  images: ImageBehaviors = {},
  nodes: Pick<SimulatedNodeOptions, 'nodes' | 'leaseRenewalMs'> = {},
): Promise<GrowthServer> {
  const clock = createVirtualClock();
  const started = startServer({ clock, containers: createSimulatedContainers({ clock, images }) });
  const node = { images, capacity: { cpu: '10000', memory: '100000Gi', pods: '100000' }, startMs: 0, ...nodes };
  const { signSecretToken } = started.server;
  startWorkloadSimulation({ transport: started.transport, clock, node, signSecretToken });
  await clock.advance(PAUSE_MS);
  return started;
}

/** The number of items of a list. Throws if it is not the expected one. */
export async function expectItems({ request }: GrowthServer, path: string, expected: number): Promise<void> {
  const { items = [] } = JSON.parse(await request('GET', path)) as Answer;
  if (items.length !== expected) throw new Error(`${path} has ${items.length} objects, not ${expected}`);
}

/** Creates objects of one collection, one after the other. */
export const createEach = (
  { request }: GrowthServer,
  count: number,
  path: string,
  objectOf: (index: number) => object,
): Promise<void> => repeat(count, (index) => request('POST', path, objectOf(index)));

/** The parts of objects and lists that operations look at. */
export interface Answer {
  readonly status?: Readonly<Record<string, unknown>>;
  readonly items?: readonly unknown[];
  readonly rules?: readonly unknown[];
}

/** Advances the clock until an object is as expected. Throws after an hour of virtual time. */
export async function until(
  { clock, request }: GrowthServer,
  path: string,
  isThere: (object: Answer) => boolean,
): Promise<void> {
  await clock.runUntil(async () => isThere(JSON.parse(await request('GET', path)) as Answer));
}

/** A template of Pods with a label and an image. */
export const templateOf = (app: string, rest: object = {}, image = 'image:1'): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image }], ...rest },
});
