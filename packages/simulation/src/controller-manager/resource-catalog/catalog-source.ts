import { metadataOf, resourceId } from '@kb/apimachinery';
import { type EventHandler, kindSource, type Source, type SourceContext } from '@kb/runtime';
import type { ResourceCatalog } from './resource-catalog.ts';
import type { ServedResource } from './served-resource.ts';

/** What {@link catalogSource} watches, and what it does with the events. */
export interface CatalogSourceOptions {
  /** In logs. */
  readonly name: string;
  /** Whether a resource is to be watched. */
  readonly wants: (resource: ServedResource) => boolean;
  /** Handles the events of one resource. */
  readonly handlerOf: (resource: ServedResource) => EventHandler;
  /**
   * Called when a wanted resource comes, before it is watched, and when it is served no longer, while it can be read.
   */
  readonly onChange?: (resource: ServedResource, served: boolean, context: SourceContext) => void;
  /** Waits until enough is known to begin. Default: for every first list. */
  readonly waitFor?: (lists: Promise<unknown>, context: SourceContext) => Promise<unknown>;
}

/** The events of every resource of a catalog, of the objects' metadata alone, as the resources come and go. */
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
