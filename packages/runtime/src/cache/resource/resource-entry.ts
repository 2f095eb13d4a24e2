import type { KubernetesObject } from '@kb/apimachinery';
import { abortScope } from '../../abort-scope.ts';
import { CacheStoppedError } from '../read/cache-errors.ts';
import type { CachedResource, CachedResourceState, HeldResource } from '../read/cached-resource.ts';
import type { WaitOptions } from '../read/condition-waiters.ts';
import { createHeldResource } from './held-resource.ts';
import type { ResourcePartsOptions } from './resource-parts.ts';
import {
  createResourceState,
  downgradeToMetadata,
  holdsMetadataOnly,
  upgradeToWholeObjects,
} from './resource-state.ts';
import { createResourceView, statesOf } from './resource-view.ts';
import { createShowMetadata } from './show-metadata.ts';

/** A resource that the cache holds, and its users. */
export interface ResourceEntry<T extends KubernetesObject> {
  /** Adds a user. `metadataOnly`: it needs only metadata. */
  hold(metadataOnly: boolean, onLastRelease: () => void): HeldResource<T>;
  /** Returns the resource without holding it; undefined if the caller needs whole objects and only metadata is held. */
  view(metadataOnly: boolean): CachedResource<T> | undefined;
  /** Resolves when the cache has what its users need. Rejects like {@link CachedResource.waitForSync}. */
  waitForSync(options?: WaitOptions): Promise<void>;
  states(): CachedResourceState[];
  /** Lists and watches until `signal` is aborted or {@link ResourceEntry.stop}. Can be called once. */
  run(signal: AbortSignal): Promise<void>;
  /** Ends the watches. Waiting reads reject with `reason`. */
  stop(reason: Error): void;
}

/** Makes the entry of a resource; nothing is requested before {@link ResourceEntry.run}. */
export function createResourceEntry<T extends KubernetesObject>(options: ResourcePartsOptions<T>): ResourceEntry<T> {
  const state = createResourceState(options);
  const { name, parts, waiters, indexes } = state;
  const metadataView = createResourceView(state, createShowMetadata<T>(options.resource));
  const fullView = createResourceView(state, undefined);

  const removeIndex = (index: string): void => {
    indexes.delete(index);
    for (const part of parts.all) part.removeIndex(index);
  };

  return {
    view: (metadataOnly) => {
      if (metadataOnly) return metadataView;
      return holdsMetadataOnly(state) ? undefined : fullView;
    },
    waitForSync: (wait) => (holdsMetadataOnly(state) ? metadataView : fullView).waitForSync(wait),
    states: () => statesOf(state),
    hold: (metadataOnly, onLastRelease) => {
      if (!metadataOnly) {
        state.wholeUsers += 1;
        upgradeToWholeObjects(state);
      }
      state.users += 1;
      return createHeldResource({
        name,
        view: metadataOnly ? metadataView : fullView,
        hasIndex: (index) => indexes.has(index),
        removeIndex,
        onRelease: () => {
          state.users -= 1;
          if (!metadataOnly) state.wholeUsers -= 1;
          if (state.users === 0) onLastRelease();
          else if (state.wholeUsers === 0) downgradeToMetadata(state);
        },
      });
    },
    run: async (signal) => {
      const scope = abortScope(signal);
      state.running = scope;
      if (state.stopped) scope.abort(state.stopped);
      try {
        await Promise.all(parts.all.map((part) => part.run(scope.signal)));
      } finally {
        scope.close();
        waiters.close(new CacheStoppedError('the cache has stopped'));
      }
    },
    stop: (reason) => {
      state.stopped = reason;
      waiters.close(reason);
      state.running?.abort(reason);
    },
  };
}
