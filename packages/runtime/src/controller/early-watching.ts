import type { Source, Watching } from './source/source.ts';

/** A source that was given to a controller before the controller started. */
export interface EarlyWatching extends Watching {
  /** Starts it, unless it was taken away. */
  start(begin: (source: Source) => Watching): void;
}

/** Remembers a source until its controller starts. */
export function createEarlyWatching(source: Source): EarlyWatching {
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
