import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { abortable } from '../abort/abort-signals.ts';
import type { Client } from '../client.ts';
import type { CallOptions } from '../call-options.ts';
import { NoMatchError } from '../errors/no-match-error.ts';
import {
  aggregatedResourcesOf,
  type DiscoveredResource,
  fetchResources,
  fetchVersions,
  groupsOf,
} from './discovery.ts';
import type { UntypedObject, UntypedResource } from './untyped.ts';

/** The group, version and name of a kind. */
export interface KindReference {
  /** Empty for the core group. */
  readonly group: string;
  /** Default: the version that the server prefers. */
  readonly version?: string;
  readonly kind: string;
}

/** Finds the resources of kinds with the server's discovery, like controller-runtime's lazy REST mapper. */
export interface RestMapper {
  /**
   * Returns the handle of a kind. Discovery is cached; for an unknown kind it is fetched once more, in case its
   * CustomResourceDefinition was installed in the meantime. Rejects with a NoMatchError if the server does not have the
   * kind.
   */
  resourceFor(kind: KindReference, options?: CallOptions): Promise<UntypedResource>;
  /** Returns the handle of an object's kind. */
  resourceOf(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>, options?: CallOptions): Promise<UntypedResource>;
  /**
   * Lists all resources of the server, in each group the preferred version first. Not cached: sends two requests if the
   * server supports aggregated discovery, else one for each version.
   */
  resources(options?: CallOptions): Promise<DiscoveredResource[]>;
  /**
   * Clears the cached discovery of a group, for instance after a 404 of one of its resources. Default: of all groups.
   */
  forget(group?: string): void;
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** Creates a {@link RestMapper}. Sends no request before the first call. */
export function createRestMapper(client: Client): RestMapper {
  /** By group: its versions. The map below has the resources by `group/version`. */
  const versions = new Map<string, Promise<string[] | undefined>>();
  const resources = new Map<string, Promise<DiscoveredResource[] | undefined>>();

  /** Returns the cached value of a key, or the result of `fetch`, which is cached if it is defined. */
  function keep<T>(cache: Map<string, Promise<T>>, key: string, fetch: () => Promise<T>): Promise<T> {
    const held = cache.get(key);
    if (held !== undefined) return held;
    const fetched = fetch();
    cache.set(key, fetched);
    const drop = (): void => {
      if (cache.get(key) === fetched) cache.delete(key);
    };
    void fetched.then((value) => {
      if (value === undefined) drop();
    }, drop);
    return fetched;
  }

  async function find({ group, version, kind }: KindReference): Promise<DiscoveredResource | undefined> {
    // Without the caller's signal, because others may wait for the same response.
    const candidates =
      version === undefined ? await keep(versions, group, () => fetchVersions(client, group, {})) : [version];
    for (const candidate of candidates ?? []) {
      const fetch = (): Promise<DiscoveredResource[] | undefined> => fetchResources(client, group, candidate, {});
      const found = (await keep(resources, `${group}/${candidate}`, fetch))?.find((resource) => resource.kind === kind);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function forget(group?: string): void {
    for (const cache of [versions, resources]) {
      for (const key of cache.keys()) if (group === undefined || key.split('/')[0] === group) cache.delete(key);
    }
  }

  async function resourceFor(kind: KindReference): Promise<UntypedResource> {
    const isKept = (key: string): boolean => key.split('/')[0] === kind.group;
    const mayBeOld = [...versions.keys(), ...resources.keys()].some(isKept);
    let found = await find(kind);
    if (found === undefined && mayBeOld) {
      forget(kind.group);
      found = await find(kind);
    }
    if (found === undefined) throw new NoMatchError(kind);
    const { group, version, plural, namespaced, subresources } = found;
    return defineResource<UntypedObject>({ group, version, kind: kind.kind, plural, namespaced, subresources });
  }

  async function allOf(root: '/api' | '/apis', options: CallOptions): Promise<DiscoveredResource[]> {
    const answer = await client.getJson(root, { ...options, accept: AGGREGATED });
    const aggregated = aggregatedResourcesOf(answer);
    if (aggregated.length > 0) return aggregated.flat();
    const groups = root === '/api' ? [{ group: '', versions: ['v1'] }] : groupsOf(answer);
    const lists = groups.flatMap(({ group, versions: names }) =>
      names.map((version) => fetchResources(client, group, version, options)),
    );
    return (await Promise.all(lists)).flatMap((list) => list ?? []);
  }

  return {
    resourceFor: (kind, options) => abortable(resourceFor(kind), options?.signal),
    resourceOf: ({ apiVersion, kind }, options) => {
      const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
      return abortable(resourceFor({ group: group ?? '', version: version ?? '', kind }), options?.signal);
    },
    resources: async (options = {}) => (await Promise.all([allOf('/api', options), allOf('/apis', options)])).flat(),
    forget,
  };
}
