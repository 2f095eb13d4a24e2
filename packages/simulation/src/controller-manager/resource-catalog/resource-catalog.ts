import { apiVersionOf, formatGroupResource, resourceId } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { type Controller, controllerFor, newController } from '@kb/runtime';
import { atStart } from '../../shared/at-start.ts';
import { optionsOf } from '../../simulation.ts';
import { customResources, resourcesIn, type ServedResource } from './served-resource.ts';

/** The resources of the server: those discovered at the start, and custom resources as they are added and removed. */
export interface ResourceCatalog {
  /** Resolves when discovery has been read. */
  readonly synced: Promise<void>;
  /** Each resource once, in its preferred version. */
  resources(): Iterable<ServedResource>;
  /** The resource of a kind in this version. */
  find(apiVersion: string, kind: string): ServedResource | undefined;
  /**
   * Calls `handler` for every served resource, then for each one that is added or removed. Returns a function that
   * unsubscribes.
   */
  subscribe(handler: (change: CatalogChange) => void): () => void;
  /** The controllers that fill the catalog and keep it up to date. */
  readonly controllers: readonly Controller[];
}

/** A resource that was added or removed. */
export interface CatalogChange {
  readonly resource: ServedResource;
  readonly served: boolean;
}

/** Creates a catalog, which its controllers fill. New resources of aggregated API servers are not noticed. */
export function createResourceCatalog(): ResourceCatalog {
  /** The versions of each resource by `plural.group`, the preferred one first. */
  const served = new Map<string, readonly ServedResource[]>();
  const byKind = new Map<string, ServedResource>();
  const handlers = new Set<(change: CatalogChange) => void>();
  const synced = Promise.withResolvers<void>();

  function replace(id: string, versions: readonly ServedResource[]): void {
    const [before] = served.get(id) ?? [];
    for (const version of served.get(id) ?? []) byKind.delete(kindKey(apiVersionOf(version), version.kind));
    for (const version of versions) byKind.set(kindKey(apiVersionOf(version), version.kind), version);
    const [after] = versions;
    if (after === undefined) served.delete(id);
    else served.set(id, versions);
    if (before && after && resourceId(before) === resourceId(after)) return;
    if (before) for (const handler of handlers) handler({ resource: before, served: false });
    if (after) for (const handler of handlers) handler({ resource: after, served: true });
  }

  /** The name of a CustomResourceDefinition is the `plural.group` of its resource. */
  const followDefinitions = controllerFor(customResourceDefinitions)
    .named('custom-resources')
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(({ key, client }) => {
      const definition = client.cached(customResourceDefinitions).get(key);
      replace(key.name, definition ? customResources(definition) : []);
    });

  const read = new Set<string>();
  const discovery = newController()
    .named('discovery')
    .watchesRawSource(atStart([{ name: 'all' }]))
    .reads(customResourceDefinitions)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(async ({ client }) => {
      const versions = (await groupVersions(client)).filter((version) => !read.has(version));
      const results = await Promise.allSettled(versions.map((version) => readVersion(client, version)));
      const custom = new Set(
        client
          .cached(customResourceDefinitions)
          .list()
          .map(({ metadata }) => metadata.name),
      );
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') continue;
        read.add(versions[index] ?? '');
        for (const resource of result.value) {
          const id = formatGroupResource(resource);
          // A custom resource is removed with its definition, so the definition decides.
          if (!custom.has(id)) replace(id, [...(served.get(id) ?? []), resource]);
        }
      }
      synced.resolve();
      // An aggregated API server does not respond now: try again.
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    });

  return {
    synced: synced.promise,
    *resources() {
      for (const [preferred] of served.values()) if (preferred !== undefined) yield preferred;
    },
    find: (apiVersion, kind) => byKind.get(kindKey(apiVersion, kind)),
    subscribe: (handler) => {
      handlers.add(handler);
      for (const [preferred] of served.values()) {
        if (preferred !== undefined) handler({ resource: preferred, served: true });
      }
      return () => void handlers.delete(handler);
    },
    controllers: [followDefinitions, discovery],
  };
}

const kindKey = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`;

/** The response of `/apis`, a metav1.APIGroupList. */
interface GroupList {
  readonly groups?: readonly {
    readonly preferredVersion?: { readonly groupVersion: string };
    readonly versions: readonly { readonly groupVersion: string }[];
  }[];
}

/** Lists all group versions, the preferred one of each group first. */
async function groupVersions(client: Pick<Client, 'getJson'>): Promise<string[]> {
  // getJson returns any JSON; API servers serve an APIGroupList here.
  const { groups = [] } = (await client.getJson('/apis')) as unknown as GroupList;
  const versions = groups.flatMap(({ preferredVersion, versions: others }) => [
    ...(preferredVersion ? [preferredVersion.groupVersion] : []),
    ...others.map(({ groupVersion }) => groupVersion).filter((it) => it !== preferredVersion?.groupVersion),
  ]);
  return ['v1', ...versions];
}

async function readVersion(client: Pick<Client, 'getJson'>, apiVersion: string): Promise<ServedResource[]> {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const document = await client.getJson(group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`);
  return resourcesIn(document, group, version);
}
