import type { KubernetesObject } from '@kb/apimachinery';
import type { HeldResource } from '../../cache/read/cached-resource.ts';
import type { Milliseconds } from '../../durations.ts';
import type { Controller } from '../controller.ts';
import { sourceOfRead, sourceOfWatch } from '../source/kind-source.ts';
import type { Source, Watching } from '../source/source.ts';
import { createRunningSources, type RunningSourcesOptions } from './running-sources.ts';

/** Options of {@link createControllerSources}. */
export interface ControllerSourcesOptions extends Omit<RunningSourcesOptions, 'controller'> {
  readonly controller: Controller;
  /** How long the sources may take to sync. */
  readonly cacheSyncTimeout: Milliseconds;
}

/** The sources and indexes of one controller: those of its description, and the sources that are added to it. */
export interface ControllerSources {
  /** Requests the described resources from the caches and starts their sources. A second call does nothing. */
  prepare(): void;
  /** Adds a source: it starts with the first {@link warmUp}, or at once after it. */
  watch(source: Source): Watching;
  /** Starts all sources; resolves when they have synced. All calls share one start. */
  warmUp(signal: AbortSignal): Promise<void>;
  /** Stops all sources and releases the indexes. */
  stop(): void;
}

/** Creates the sources of a controller; none runs yet. */
export function createControllerSources(options: ControllerSourcesOptions): ControllerSources {
  const { controller, cacheSyncTimeout, clusterOf } = options;
  const sources = createRunningSources({ ...options, controller: controller.name });
  const indexed: HeldResource<KubernetesObject>[] = [];
  /** Sources that were added before the start. */
  const early = new Set<EarlyWatching>();
  let prepared = false;
  let stopped = false;
  let warm: Promise<void> | undefined;

  const prepare = (): void => {
    if (prepared || stopped) return;
    prepared = true;
    for (const index of controller.indexes) {
      const held = clusterOf().cache.resource(index.resource);
      held.addIndex(index.name, index.values);
      indexed.push(held);
    }
    for (const watch of controller.watches) sources.start(sourceOfWatch(watch));
    for (const read of controller.reads) sources.start(sourceOfRead(read));
  };

  return {
    prepare,
    watch: (source) => {
      if (warm) return sources.start(source);
      const waiting = createEarlyWatching(source);
      early.add(waiting);
      return waiting;
    },
    warmUp: (signal) => {
      if (!warm) {
        prepare();
        warm = Promise.resolve();
        for (const source of controller.sources) sources.start(source);
        for (const waiting of early) waiting.start((source) => sources.start(source));
        early.clear();
        warm = sources.waitForSync(signal, cacheSyncTimeout);
      }
      return warm;
    },
    stop: () => {
      stopped = true;
      sources.stop();
      for (const held of indexed) held.release();
    },
  };
}

/** A source that was added to a controller before the controller started. */
interface EarlyWatching extends Watching {
  /** Starts the source, unless it was removed. */
  start(begin: (source: Source) => Watching): void;
}

/** Keeps a source until its controller starts. */
function createEarlyWatching(source: Source): EarlyWatching {
  const synced = Promise.withResolvers<void>();
  synced.promise.catch(() => undefined);
  let running: Watching | undefined;
  let stopped = false;
  return {
    name: source.name,
    synced: synced.promise,
    stop: () => {
      stopped = true;
      running?.stop();
    },
    start: (begin) => {
      if (stopped) return;
      running = begin(source);
      running.synced.then(synced.resolve, synced.reject);
    },
  };
}
