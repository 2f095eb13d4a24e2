import {
  createVirtualClock,
  defineResource,
  type KubernetesObject,
  type Resource,
  type VirtualClock,
} from '@kb/apimachinery';
import type { CacheSelection } from '../cache/selection/cache-options.ts';
import type { HeldResource } from '../cache/read/cached-resource.ts';
import { resolveSelections } from '../cache/selection/resolve-selections.ts';
import { createResourceEntry, type ResourceEntry } from '../cache/resource/resource-entry.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import type { ScriptedSource } from './scripted-source.ts';

/** The resource of {@link scriptedEntry}. */
const things: Resource = defineResource({
  group: '',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});

/** A cached resource, on servers that respond as a test wants. */
export interface ScriptedEntry {
  readonly clock: VirtualClock;
  readonly entry: ResourceEntry<KubernetesObject>;
  readonly held: HeldResource<KubernetesObject>;
  /** Runs it, and lets all work that is ready run. */
  readonly run: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Makes a scripted entry with a source for each namespace, or with one for all namespaces under `*`. */
export function scriptedEntry(
  sources: Readonly<Record<string, ScriptedSource>>,
  selection: CacheSelection = {},
  log: Logger = silentLogger,
): ScriptedEntry {
  const clock = createVirtualClock();
  const named = Object.keys(sources).filter((name) => name !== '*');
  const entry = createResourceEntry<KubernetesObject>({
    resource: things,
    selections: resolveSelections({ syncPeriod: 0, ...selection, ...(named.length > 0 && { namespaces: named }) })(
      things,
    ),
    sourceOf: ({ namespace }) => {
      const source = sources[namespace === '' ? '*' : namespace];
      if (!source) throw new Error('not scripted');
      return source;
    },
    clock,
    random: () => 0,
    log,
  });
  const end = new AbortController();
  let running: Promise<void> | undefined;
  return {
    clock,
    entry,
    held: entry.hold(false, () => entry.stop(new Error('released'))),
    run: async () => {
      running = entry.run(end.signal);
      await clock.settle();
    },
    stop: async () => {
      end.abort(new Error('test over'));
      await running;
    },
  };
}
