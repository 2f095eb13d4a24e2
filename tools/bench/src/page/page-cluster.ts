import { defineResource, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import { startDashboard } from '@kb/dashboard/server';

/** An object of the bench. */
interface Widget extends KubernetesObject {
  spec: { size: number };
}

/** A cluster of many objects with its page. */
export interface PageCluster {
  readonly url: string;
  /** The names of its kinds, plural. */
  readonly kinds: readonly string[];
  /** How many objects there are of each. */
  readonly objectsOfKind: number;
  /** Changes objects, evenly spread over all kinds, until it is stopped. */
  change(perSecond: number): () => void;
  stop(): Promise<void>;
}

/** In each round of changes, in milliseconds. */
const ROUND_MS = 50;

/** Fills the embedded API server with objects of some kinds, and serves the page. */
export async function startPageCluster(kinds: number, objectsOfKind: number, pageFolder: string): Promise<PageCluster> {
  const server = createApiServer({ clock: systemClock, random: systemRandom, onNotEnforced: () => undefined });
  const client = createClient({ transport: server.transport, clock: systemClock });
  const resources = Array.from({ length: kinds }, (_, index) => resourceOf(index));
  for (const resource of resources) await client.create(definitions, definitionOf(resource));
  for (const resource of resources) await fill(client, resource, objectsOfKind);
  const dashboard = await startDashboard({
    client,
    clock: systemClock,
    cluster: 'bench',
    embedded: false,
    namespace: 'default',
    pageFolder,
  });
  return {
    url: dashboard.url,
    kinds: resources.map(({ plural }) => plural),
    objectsOfKind,
    change(perSecond) {
      let count = 0;
      const timer = setInterval(() => {
        for (let each = 0; each < (perSecond * ROUND_MS) / 1000; each += 1) {
          count += 1;
          const resource = resources[count % kinds];
          const name = nameOf((count * 7919) % objectsOfKind);
          if (resource) void patchSize(client, resource, name, count % 1000);
        }
      }, ROUND_MS);
      return () => {
        clearInterval(timer);
      };
    },
    stop: async () => {
      await dashboard.stop();
      await server.stop();
    },
  };
}

async function fill(client: Client, resource: Resource<Widget>, objects: number): Promise<void> {
  for (let index = 0; index < objects; index += 1)
    await client.create(resource, { metadata: { name: nameOf(index), namespace: 'default' }, spec: { size: index } });
}

async function patchSize(client: Client, resource: Resource<Widget>, name: string, size: number): Promise<void> {
  await client.patch(resource, { namespace: 'default', name }, { type: 'merge', value: { spec: { size } } });
}

function nameOf(index: number): string {
  return `object-${String(index).padStart(5, '0')}`;
}

function resourceOf(index: number): Resource<Widget> {
  const [kind, plural] = [`Widget${index}`, `widget${index}s`];
  return defineResource<Widget>({ group: 'bench.example.com', version: 'v1', kind, plural, namespaced: true });
}

const definitions = defineResource<KubernetesObject & { spec: object }>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});

function definitionOf({ group, version, kind, plural }: Resource<Widget>): {
  readonly metadata: { readonly name: string };
  readonly spec: object;
} {
  const size = { type: 'object', properties: { size: { type: 'integer' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: size } } };
  const columns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
  const served = { name: version, served: true, storage: true, schema, additionalPrinterColumns: columns };
  const names = { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` };
  return { metadata: { name: `${plural}.${group}` }, spec: { group, scope: 'Namespaced', names, versions: [served] } };
}
