import type { KubernetesObject, VirtualClock } from '@kb/apimachinery';
import type { CacheListOptions } from '../cache/read/cache-reader.ts';
import type { HeldResource } from '../cache/read/cached-resource.ts';
import type { CacheSelection } from '../cache/selection/cache-options.ts';
import { scriptedEntry } from './scripted-entry.ts';
import type { ScriptedSource } from './scripted-source.ts';

/** A cached resource whose servers are scripted by a test. */
export interface CachedResourceSetting {
  readonly clock: VirtualClock;
  readonly held: HeldResource<KubernetesObject>;
  /** Lists objects as `name@version`, sorted. */
  readonly names: (options?: CacheListOptions) => string[];
  readonly stop: () => Promise<void>;
}

/** Starts a resource whose watches read from `sources`, by namespace. `before` is called with it before it runs. */
export async function startCachedResource(
  sources: Record<string, ScriptedSource>,
  before: (held: CachedResourceSetting['held']) => void = () => undefined,
  selection: CacheSelection = {},
): Promise<CachedResourceSetting> {
  const { clock, held, run, stop } = scriptedEntry(sources, selection);
  before(held);
  await run();
  return {
    clock,
    held,
    names: (options) =>
      held
        .list(options)
        .map((object) => `${object.metadata.name}@${object.metadata.resourceVersion}`)
        .sort(),
    stop,
  };
}
