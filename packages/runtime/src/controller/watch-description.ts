import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { AnyResource } from '../resources.ts';
import type { EventHandler } from './event-handler.ts';
import type { Predicate } from './watched-event.ts';

/** One watch of a controller. */
export interface WatchDescription {
  readonly resource: AnyResource;
  readonly handler: EventHandler;
  /** All must hold. */
  readonly predicates: readonly Predicate[];
  /** Where: the name of one of ManagerOptions.clusters. Absent: the manager's own cluster. */
  readonly cluster?: string;
}

/** An index that a controller reads by. */
export interface IndexDescription {
  readonly resource: AnyResource;
  readonly name: string;
  /** The values that an object is filed under. Must not throw. */
  readonly values: (object: DeepReadonly<KubernetesObject>) => readonly string[];
}
