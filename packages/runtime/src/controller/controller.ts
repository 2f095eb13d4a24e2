import type { DeepReadonly, KubernetesObject, ObjectKey, Resource } from '@kb/apimachinery';
import type { ReconcileClient } from '../client/reconcile-client.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Milliseconds } from '../durations.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Logger } from '../log/logger.ts';
import type { AnyResource } from '../resources.ts';
import type { ReconcileCause } from './causes/causes.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Source, Watching } from './source/source.ts';
import type { WatchDescription } from './source/kind-source.ts';

/**
 * What a reconciler gets. Members are created when they are first read, so take only what you need:
 * `({ key, client }) => …`.
 */
export interface ReconcileContext {
  /** The object to reconcile. It may be gone: look it up with `client.cached(…).get(key)`. */
  readonly key: ObjectKey;
  /** Reads and writes objects of the manager's own cluster. */
  readonly client: ReconcileClient;
  /** Records Events in the controller's name. */
  readonly events: EventRecorder;
  /**
   * Carries `controller`, `controllerGroup`, `controllerKind`, the object's key, `namespace`, `name` and `reconcileID`.
   */
  readonly log: Logger;
  /**
   * Aborted when the reconcile timed out, was still running when the manager's grace period ended, or the lease was
   * lost. Every call of `client` is bound to it.
   */
  readonly signal: AbortSignal;
  /** A random UUID of this run, as in its log lines and its span. */
  readonly reconcileID: string;
  /** Milliseconds since the epoch, from the manager's clock. */
  readonly now: () => number;
  /** Why this run happens, oldest first, at most eight. Do not decide by them: events may be lost. */
  readonly causes: readonly ReconcileCause[];
  /** How many runs of this key have failed since the last success: 0 at first. */
  readonly attempt: number;
  /** The priority that the key was handed out with. */
  readonly priority: number;
  /**
   * Starts a source for this controller now, such as a {@link kindSource} of a resource that an object names. Ends with
   * the controller, or with `stop`.
   */
  readonly watch: (source: Source) => Watching;
  /** A cluster of the manager by its name. Throws when there is none. */
  readonly cluster: (name?: string) => Cluster;
}

/** What a reconciler may return: nothing when all is done, or when to run again unless an event comes first. */
export interface ReconcileResult {
  /** Run again after this long, such as `seconds(30)`. 0 or absent: only on the next event. */
  readonly requeueAfter?: Milliseconds | undefined;
  /** The priority of the next run, after an error or requeueAfter. Default: the priority of this run. */
  readonly priority?: number | undefined;
  /**
   * An error, treated as if it were thrown, so that a priority can be returned with it. It wins over requeueAfter, with
   * a warning in the log.
   */
  readonly error?: unknown;
  /**
   * Run again when the rate limiter says so, as after an error.
   *
   * @deprecated As in controller-runtime: wait with requeueAfter, or throw an error.
   */
  readonly requeue?: boolean;
}

/**
 * Brings the cluster to the state that one object asks for: reconcile.Reconciler. Anything thrown is logged and retried
 * with back-off, except a {@link terminalError}, which waits for the next event.
 */
export type Reconciler = (context: ReconcileContext) => Promise<ReconcileResult | void> | ReconcileResult | void;

/**
 * Makes a reconciler that gets the object instead of its key: reconcile.AsReconciler. The object is read from the
 * cache; nothing is done when it is gone.
 *
 * ```ts
 * controllerFor(apps).reconcile(asReconciler(apps, async (app, { client }) => { … }));
 * ```
 */
export function asReconciler<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  reconcile: (object: DeepReadonly<T>, context: ReconcileContext) => ReturnType<Reconciler>,
): Reconciler {
  return (context) => {
    const object = context.client.cached(resource).get(context.key);
    return object && reconcile(object, context);
  };
}

/** An index that a controller reads. */
export interface IndexDescription {
  readonly resource: AnyResource;
  readonly name: string;
  /** Returns the values that an object is indexed by. Must not throw. */
  readonly values: (object: DeepReadonly<KubernetesObject>) => readonly string[];
}

/**
 * A controller as {@link controllerFor} describes it: immutable, holds no connection, and can run in any number of
 * managers.
 */
export interface Controller {
  /** Unique within a manager; in logs, metrics and events. */
  readonly name: string;
  /** What it reconciles; undefined for a controller whose keys stand for something else. */
  readonly resource: AnyResource | undefined;
  /** The resources that wake it, the one that it reconciles first. */
  readonly watches: readonly WatchDescription[];
  /** Other sources that wake it. */
  readonly sources: readonly Source[];
  /** Resources that it reads from the cache without being woken by them. */
  readonly reads: readonly AnyResource[];
  readonly indexes: readonly IndexDescription[];
  readonly options: ControllerOptions;
  readonly reconcile: Reconciler;
  /** Where its description begins, for inspections: the file's absolute path, and the line, counted from 1. */
  readonly definedAt?: { readonly file: string; readonly line: number };
}
