import type { Transport } from '@kb/apimachinery';
import { startWorkloadSimulation } from '@kb/simulation';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import {
  CONFIG_MAPS,
  configMap,
  type GrowthServer,
  nameOf,
  repeat,
  serverWithConfigMaps,
  startServer,
} from './growth-server.ts';

const NAMESPACE = '/api/v1/namespaces/doomed';
const DOOMED_MAPS = `${NAMESPACE}/configmaps`;
/** How long the simulation gets to finish pending work, in milliseconds of virtual time. */
const PAUSE_MS = 10_000;

/** Deletion of many objects with one request. */
export const deletionOperations: readonly GrowthOperation[] = [
  {
    name: 'api-server: deletecollection',
    of: 'objects',
    size: 5000,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      return async () => void (await request('DELETE', CONFIG_MAPS));
    },
  },
  {
    name: 'simulation: deletion of a namespace with ConfigMaps',
    of: 'ConfigMaps',
    size: 500,
    prepare: async (size) => {
      const started = await startSimulated();
      await repeat(size, (index) => started.request('POST', DOOMED_MAPS, configMap(index)));
      await started.clock.advance(PAUSE_MS);
      return () => deleteNamespace(started);
    },
  },
  {
    name: 'simulation: deletion of a namespace with Deployments',
    of: 'Deployments of one replica',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulated();
      await repeat(size, (index) =>
        started.request('POST', '/apis/apps/v1/namespaces/doomed/deployments', deployment(index)),
      );
      await started.clock.advance(PAUSE_MS);
      return () => deleteNamespace(started);
    },
  },
  {
    name: 'simulation: deletion of a namespace whose finalizers go one by one',
    of: 'ConfigMaps',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulated();
      const held = { finalizers: ['growth.example.com/held'] };
      await repeat(size, (index) => started.request('POST', DOOMED_MAPS, configMap(index, 'a', held)));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await started.request('DELETE', NAMESPACE);
        await started.clock.advance(PAUSE_MS);
        for (let index = 0; index < size; index += 1) {
          await started.request('PATCH', `${DOOMED_MAPS}/${nameOf(index)}`, { metadata: { finalizers: null } });
          await started.clock.advance(100);
        }
        await untilNamespaceIsGone(started);
      };
    },
  },
  {
    name: 'simulation: garbage collection of children',
    of: 'children',
    size: 250,
    prepare: async (size) => {
      const started = await startSimulated();
      const owner = `${CONFIG_MAPS}/${nameOf(0)}`;
      const { metadata } = JSON.parse(await started.request('POST', CONFIG_MAPS, configMap(0)));
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: nameOf(0), uid: metadata.uid };
      const owned = { ownerReferences: [reference] };
      await repeat(size, (index) => started.request('POST', CONFIG_MAPS, configMap(index + 1, 'a', owned)));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        const before = started.deletions();
        await started.request('DELETE', `${owner}?propagationPolicy=Background`);
        await started.clock.runUntil(() => started.deletions() - before >= size);
        const left = JSON.parse(await started.request('GET', `${CONFIG_MAPS}?labelSelector=app`)).items;
        if (left.length > 0) throw new Error(`${left.length} children are left`);
      };
    },
  },
];

interface SimulatedServer extends GrowthServer {
  /** Returns how many deletions the simulation has requested. */
  readonly deletions: () => number;
}

/** Starts a server with the simulation, and creates the namespace `doomed`. */
async function startSimulated(): Promise<SimulatedServer> {
  const started = startServer();
  let deletions = 0;
  const transport: Transport = {
    send: (request, signal) => {
      if (request.method === 'DELETE') deletions += 1;
      return started.transport.send(request, signal);
    },
  };
  startWorkloadSimulation({ transport, clock: started.clock });
  await started.clock.advance(PAUSE_MS);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'doomed' } };
  await started.request('POST', '/api/v1/namespaces', namespace);
  await started.clock.advance(PAUSE_MS);
  return { ...started, deletions: () => deletions };
}

async function deleteNamespace(started: GrowthServer): Promise<void> {
  await started.request('DELETE', NAMESPACE);
  await untilNamespaceIsGone(started);
}

/** Waits until the namespace is gone. Throws after an hour of virtual time. */
async function untilNamespaceIsGone({ clock, transport }: GrowthServer): Promise<void> {
  await clock.runUntil(async () => {
    const { status } = await transport.send({ method: 'GET', path: NAMESPACE, headers: {} });
    return status === 404;
  });
}

function deployment(index: number): object {
  const name = `d-${index}`;
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'image:1' }] } },
    },
  };
}
