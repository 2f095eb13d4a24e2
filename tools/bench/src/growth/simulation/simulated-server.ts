import { type ImageBehaviors, startWorkloadSimulation } from '@kb/simulation';
import { type GrowthServer, repeat, startServer } from '../api-server/growth-server.ts';

/** The paths of the collections of the namespace `default`. */
export const paths = {
  claims: '/api/v1/namespaces/default/persistentvolumeclaims',
  cronJobs: '/apis/batch/v1/namespaces/default/cronjobs',
  deployments: '/apis/apps/v1/namespaces/default/deployments',
  jobs: '/apis/batch/v1/namespaces/default/jobs',
  pods: '/api/v1/namespaces/default/pods',
  services: '/api/v1/namespaces/default/services',
  slices: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
} as const;

/** How long the simulation gets to finish pending work, in milliseconds of virtual time. */
export const PAUSE_MS = 10_000;

/** Starts a server with the simulation: a node that has room for every Pod, and images that behave as told. */
export async function startSimulation(images: ImageBehaviors = {}): Promise<GrowthServer> {
  const started = startServer();
  const node = { images, capacity: { cpu: '10000', memory: '100000Gi', pods: '100000' }, startMs: 0 };
  startWorkloadSimulation({ transport: started.transport, clock: started.clock, node });
  await started.clock.advance(PAUSE_MS);
  return started;
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
