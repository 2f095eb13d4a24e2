import { apiVersionOf, type ResourceDefinition, resourceId } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import type { SimulationContext } from '../../api/simulation-context.ts';
import { customResources, resourcesIn, type ServedResource } from './served-resource.ts';

/**
 * Everything that the server serves: what was discovered at the start, and the custom resources as they come and go.
 */
export interface ResourceCatalog {
  /** Resolves when discovery was read once. */
  readonly synced: Promise<void>;
  /** Each resource once, in its preferred version. */
  resources(): Iterable<ServedResource>;
  /** The resource of a kind, in the version that is asked for. */
  find(apiVersion: string, kind: string): ServedResource | undefined;
  /** Calls `handler` for every resource that is served already, and for those that come and go from then on. */
  subscribe(handler: (change: CatalogChange) => void): void;
}

/** A resource that came or went. */
export interface CatalogChange {
  readonly resource: ServedResource;
  readonly served: boolean;
}

/** Starts reading the catalog. New resources of aggregated API servers are not noticed. */
export function runResourceCatalog(context: SimulationContext): ResourceCatalog {
  const client = context.client('kube-controller-manager');
  const crds = context.informer(customResourceDefinitions);
  /** By group and plural: the versions of a resource, the preferred one first. */
  const served = new Map<string, readonly ServedResource[]>();
  const byKind = new Map<string, ServedResource>();
  const handlers: ((change: CatalogChange) => void)[] = [];
  const queue = context.queue('discovery', [crds], (key) => discover(key));
  let markSynced = (): void => undefined;
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });

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

  crds.subscribe(({ before, after }) => {
    const crd = after ?? before;
    if (crd === undefined) return;
    replace(
      groupResource({ group: crd.spec.group, plural: crd.spec.names.plural }),
      after ? customResources(after) : [],
    );
  });

  /** Reads one group version, or with the key `*` the list of them all, the preferred version of each group first. */
  async function discover(key: string): Promise<undefined> {
    if (key !== ALL) return await discoverVersion(key);
    const { groups = [] } = (await client.getJson('/apis')) as unknown as GroupList;
    const versions = groups.flatMap(({ preferredVersion, versions: others }) => [
      ...(preferredVersion ? [preferredVersion.groupVersion] : []),
      ...others.map(({ groupVersion }) => groupVersion).filter((it) => it !== preferredVersion?.groupVersion),
    ]);
    const results = await Promise.allSettled(['v1', ...versions].map((it) => read(it)));
    results.forEach((result, index) => {
      const version = ['v1', ...versions][index] ?? '';
      if (result.status === 'fulfilled') add(result.value);
      else queue.add(version); // served by somebody who does not answer now
    });
    markSynced();
  }

  async function discoverVersion(apiVersion: string): Promise<undefined> {
    add(await read(apiVersion));
  }

  async function read(apiVersion: string): Promise<ServedResource[]> {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const document = await client.getJson(group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`);
    return resourcesIn(document, group ?? '', version ?? '');
  }

  function add(resources: readonly ServedResource[]): void {
    const custom = new Set(
      [...crds.list()].map(({ spec }) => groupResource({ group: spec.group, plural: spec.names.plural })),
    );
    for (const resource of resources) {
      const id = groupResource(resource);
      // What is made by a definition goes with it, so the definition's word counts.
      if (!custom.has(id)) replace(id, [...(served.get(id) ?? []), resource]);
    }
  }

  queue.add(ALL);
  return {
    synced,
    *resources() {
      for (const [preferred] of served.values()) if (preferred !== undefined) yield preferred;
    },
    find: (apiVersion, kind) => byKind.get(kindKey(apiVersion, kind)),
    subscribe: (handler) => {
      handlers.push(handler);
      for (const [preferred] of served.values()) {
        if (preferred !== undefined) handler({ resource: preferred, served: true });
      }
    },
  };
}

const ALL = '*';

const kindKey = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`;

const groupResource = ({ group, plural }: Pick<ResourceDefinition, 'group' | 'plural'>): string => `${plural}.${group}`;

/** What `/apis` answers: metav1.APIGroupList. */
interface GroupList {
  readonly groups?: readonly {
    readonly preferredVersion?: { readonly groupVersion: string };
    readonly versions: readonly { readonly groupVersion: string }[];
  }[];
}
