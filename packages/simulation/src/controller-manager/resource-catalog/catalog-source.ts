import { metadataOf, resourceId } from '@kb/apimachinery';
import { type EventHandler, kindSource, type Source, type SourceContext } from '@kb/runtime';
import type { ResourceCatalog } from './resource-catalog.ts';
import type { ServedResource } from './served-resource.ts';

/** Options of {@link catalogSource}. */
export interface CatalogSourceOptions {
  /** The name in logs. */
  readonly name: string;
  /** Whether to watch a resource. */
  readonly wants: (resource: ServedResource) => boolean;
  /** Returns the handler of the events of one resource. */
  readonly handlerOf: (resource: ServedResource) => EventHandler;
  /**
   * Called when a wanted resource is added, before it is watched, and when it is no longer served, while it can still
   * be read.
   */
  readonly onChange?: (resource: ServedResource, served: boolean, context: SourceContext) => void;
  /** Waits until reconciling may begin. Default: until every resource was listed. */
  readonly waitFor?: (lists: Promise<unknown>, context: SourceContext) => Promise<unknown>;
}

/**
 * A source that watches the metadata of all objects of a catalog's resources, and follows resources as they are added
 * and removed.
 */
export function catalogSource(catalog: ResourceCatalog, options: CatalogSourceOptions): Source {
  const { name, wants, handlerOf, onChange, waitFor = (lists) => lists } = options;
  return {
    name,
    start: (context) => {
      const watches = new Map<string, AbortController>();
      const firstLists: Promise<unknown>[] = [];
      const watch = async (resource: ServedResource): Promise<void> => {
        const end = new AbortController();
        watches.set(resourceId(resource), end);
        const source = kindSource(metadataOf(resource), handlerOf(resource));
        const sync = await source.start({ ...context, signal: end.signal });
        await sync?.synced;
      };
      const unsubscribe = catalog.subscribe(({ resource, served }) => {
        if (!wants(resource)) return;
        onChange?.(resource, served, context);
        if (served) firstLists.push(watch(resource));
        else watches.get(resourceId(resource))?.abort();
      });
      const stop = (): void => {
        unsubscribe();
        for (const end of watches.values()) end.abort();
      };
      context.signal.addEventListener('abort', stop, { once: true });
      const synced = async (): Promise<void> => {
        await catalog.synced;
        await waitFor(Promise.all(firstLists), context);
      };
      return { synced: synced() };
    },
  };
}
