import { type Crowd, customPath, DEFINITIONS, kindPath, NAMESPACES, post, until, untilServed } from '../crowd/crowd.ts';
import { configMap, customObject, definition, KINDS_GROUP } from '../crowd/objects.ts';
import type { BulkWork } from './bulk-work.ts';

const DOOMED_GROUP = 'doomed.example.com';
/** How many objects each kind has whose definition is deleted. */
const OBJECTS_PER_KIND = 20;

/** Deletions of many objects and definitions, and the installation of definitions, which delays requests as well. */
export const deletions: readonly BulkWork[] = [
  {
    name: 'deletion of a collection',
    prepare: (crowd) => fillNamespace(crowd, 'collected', crowd.sizes.deleted),
    run: async ({ load }) => {
      await load.request({ method: 'DELETE', path: `${NAMESPACES}/collected/configmaps` });
    },
  },
  {
    name: 'deletion of a namespace',
    prepare: async (crowd) => {
      const { load, sizes } = crowd;
      const half = Math.ceil(sizes.inNamespace / 2);
      await fillNamespace(crowd, 'doomed', half);
      await load.run(sizes.inNamespace - half, (index) =>
        post(customPath(0, 'doomed'), customObject(KINDS_GROUP, 0, index)),
      );
    },
    run: async (crowd) => {
      await crowd.load.request({ method: 'DELETE', path: `${NAMESPACES}/doomed` });
      await until(async () => !(await exists(crowd, 'doomed')));
    },
  },
  {
    name: 'garbage collection of children',
    prepare: async (crowd) => {
      await fillNamespace(crowd, 'family', 1);
      const path = `${NAMESPACES}/family/configmaps`;
      const { metadata } = JSON.parse(await crowd.create(path, { metadata: { name: 'owner' } }));
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }];
      await crowd.load.run(crowd.sizes.children, (index) => post(path, configMap(index + 1, 'a', { ownerReferences })));
    },
    run: async (crowd) => {
      const path = `${NAMESPACES}/family/configmaps`;
      await crowd.load.request({ method: 'DELETE', path: `${path}/owner?propagationPolicy=Background` });
      // Two objects remain: the one without an owner, and the namespace's certificates.
      await until(async () => (await remaining(crowd, path)) <= 2);
    },
  },
  {
    name: 'installation of definitions',
    prepare: removeDoomedDefinitions,
    run: installDoomedDefinitions,
  },
  {
    name: 'deletion of the definitions of a group',
    prepare: async (crowd) => {
      await removeDoomedDefinitions(crowd);
      await installDoomedDefinitions(crowd);
      const { load, sizes } = crowd;
      await load.run(sizes.deletedDefinitions * OBJECTS_PER_KIND, (index) => {
        const kind = index % sizes.deletedDefinitions;
        return post(customPath(kind, 'default', DOOMED_GROUP), customObject(DOOMED_GROUP, kind, index));
      });
    },
    run: removeDoomedDefinitions,
  },
];

async function installDoomedDefinitions(crowd: Crowd): Promise<void> {
  const { load, sizes } = crowd;
  await load.run(sizes.deletedDefinitions, (index) =>
    post(DEFINITIONS, {
      ...definition(DOOMED_GROUP, index),
      metadata: { name: `thing${index}s.${DOOMED_GROUP}`, labels: { doomed: 'true' } },
    }),
  );
  for (let index = 0; index < sizes.deletedDefinitions; index += 1) {
    await untilServed(crowd, kindPath(index, DOOMED_GROUP));
  }
}

async function removeDoomedDefinitions(crowd: Crowd): Promise<void> {
  const path = `${DEFINITIONS}?labelSelector=doomed%3Dtrue`;
  await crowd.load.request({ method: 'DELETE', path });
  await until(async () => JSON.parse(await crowd.load.request({ method: 'GET', path })).items.length === 0);
}

/** Creates a namespace, if needed, and this many ConfigMaps in it, unless it already has some. */
async function fillNamespace(crowd: Crowd, name: string, count: number): Promise<void> {
  if (!(await exists(crowd, name))) await crowd.create(NAMESPACES, { metadata: { name } });
  const path = `${NAMESPACES}/${name}/configmaps`;
  const { items } = JSON.parse(await crowd.load.request({ method: 'GET', path: `${path}?labelSelector=app` }));
  if (items.length > 0) return;
  await crowd.load.run(count, (index) => post(path, configMap(index)));
}

async function exists({ load }: Crowd, namespace: string): Promise<boolean> {
  const path = `${NAMESPACES}?fieldSelector=metadata.name%3D${namespace}`;
  return JSON.parse(await load.request({ method: 'GET', path })).items.length > 0;
}

/** Returns how many objects are left, without reading them all. */
async function remaining({ load }: Crowd, path: string): Promise<number> {
  const { items, metadata } = JSON.parse(await load.request({ method: 'GET', path: `${path}?limit=3` }));
  return items.length + (metadata.remainingItemCount ?? 0);
}
