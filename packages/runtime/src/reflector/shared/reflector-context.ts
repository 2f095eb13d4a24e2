import type { Clock, KubernetesObject, Random } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { ListerWatcher } from './lister-watcher.ts';
import type { ReflectorMetrics } from './reflector-metrics.ts';
import type { ReflectorProgress } from './reflector-progress.ts';
import type { ReflectorStore } from './reflector-store.ts';

/** What a reflector works with. */
export interface ReflectorDependencies<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly store: ReflectorStore<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: ReflectorMetrics;
}

/** What the parts of one reflector share: what it works with, and how far it has come. */
export interface ReflectorContext<T extends KubernetesObject> extends ReflectorDependencies<T> {
  readonly progress: ReflectorProgress;
}
