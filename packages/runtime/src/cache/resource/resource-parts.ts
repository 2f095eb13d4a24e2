import {
  type Clock,
  formatGroupResource,
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type Random,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import { createStreamingSupport } from '../../reflector/list/streaming-support.ts';
import type { ListerWatcher } from '../../reflector/shared/lister-watcher.ts';
import type { ReflectorMetricsProvider } from '../../reflector/shared/reflector-metrics.ts';
import { type CachePart, type CachePartOptions, createCachePart } from '../part/cache-part.ts';
import { namespaceNotAllowed, NamespaceNotCachedError, namespaceRequired } from '../read/cache-errors.ts';
import type { ResolvedSelection } from '../selection/resolve-selections.ts';

/** Options of {@link createResourceParts}. */
export interface ResourcePartsOptions<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  /** One watch for each selection. */
  readonly selections: readonly ResolvedSelection[];
  /** Makes the source of a watch. `metadataOnly` is called before every request. */
  readonly sourceOf: (selection: ResolvedSelection, metadataOnly: () => boolean) => ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: ReflectorMetricsProvider;
  readonly onWatchError?: (error: unknown, namespace: string) => void;
}

/** The watches of a resource, each with its objects: one for each separately held namespace, else one. */
export interface ResourceParts<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  /** Empty: the part of all namespaces, or of all that have no part of their own. */
  readonly byNamespace: ReadonlyMap<string, CachePart<T>>;
  readonly all: readonly CachePart<T>[];
  /** The only part, when it has the objects of all namespaces. */
  readonly whole: CachePart<T> | undefined;
}

/** Makes the parts of a resource; nothing is requested. */
export function createResourceParts<T extends KubernetesObject>(
  options: ResourcePartsOptions<T>,
  shared: Pick<CachePartOptions<T>, 'metadataOnly' | 'onAnotherHistory' | 'onChange'>,
): ResourceParts<T> {
  const { resource, selections, sourceOf, clock, random, log, onWatchError } = options;
  const streamingSupport = createStreamingSupport();
  const byNamespace = new Map<string, CachePart<T>>();
  for (const selection of selections) {
    const { namespace } = selection;
    const metrics = options.metrics?.reflector(formatGroupResource(resource), namespace);
    const part = createCachePart<T>({
      ...shared,
      resource,
      selection,
      source: sourceOf(selection, shared.metadataOnly),
      clock,
      random,
      log,
      streamingSupport,
      ...(metrics && { metrics }),
      ...(onWatchError && { onWatchError: (error) => onWatchError(error, namespace) }),
    });
    byNamespace.set(namespace, part);
  }
  const whole = byNamespace.size === 1 ? byNamespace.get('') : undefined;
  return { resource, byNamespace, all: [...byNamespace.values()], whole };
}

/** Finds the part with the objects of a namespace; undefined when the cache does not hold the namespace. */
export function findPart<T extends KubernetesObject>(
  { byNamespace, whole }: ResourceParts<T>,
  namespace: string | undefined,
): CachePart<T> | undefined {
  return whole ?? byNamespace.get(namespace ?? '') ?? byNamespace.get('');
}

/** Returns the part with the objects of a namespace. Throws a {@link NamespaceNotCachedError} when there is none. */
export function partOf<T extends KubernetesObject>(
  parts: ResourceParts<T>,
  namespace: string | undefined,
): CachePart<T> {
  const part = findPart(parts, namespace);
  if (!part) throw new NamespaceNotCachedError(parts.resource, namespace ?? '', [...parts.byNamespace.keys()]);
  return part;
}

/** Returns the part with the object of a key. Throws as {@link partOf}. */
export function partOfKey<T extends KubernetesObject>(parts: ResourceParts<T>, key: ObjectKeyLike): CachePart<T> {
  return parts.whole ?? partOf(parts, parseObjectKey(key).namespace);
}

/** Throws if no object of the resource can have this key, so that it does not look like a missing object. */
export function checkKey(resource: ResourceDefinition, key: ObjectKeyLike): void {
  const { namespace } = parseObjectKey(key);
  if (Boolean(namespace) === resource.namespaced) return;
  if (namespace) throw namespaceNotAllowed(resource, namespace);
  throw namespaceRequired(resource, key);
}
