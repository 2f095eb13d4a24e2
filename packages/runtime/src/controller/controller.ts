import type { ObjectKey } from '@kb/apimachinery';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Logger } from '../log/logger.ts';
import type { Milliseconds } from '../durations.ts';
import type { RateLimiter } from '../queue/rate-limiter.ts';
import type { AnyResource } from '../resources.ts';
import type { ReconcileClient } from '../client/reconcile-client.ts';
import type { IndexDescription, WatchDescription } from './watch-description.ts';

/** What a reconciler is given. */
export interface ReconcileContext {
  /** Which object to reconcile. It may be gone: look it up with `client.cached(…).get(key)`. */
  readonly key: ObjectKey;
  readonly client: ReconcileClient;
  readonly events: EventRecorder;
  /** Carries `controller`, `controllerGroup`, `controllerKind`, the object's key and `reconcileID`. */
  readonly log: Logger;
  /** Aborted when the reconcile timed out, or was still running when the manager's grace period ended. Every call of `client` is bound to it. */
  readonly signal: AbortSignal;
  /** A random UUID of this run, as in its log lines. */
  readonly reconcileID: string;
  /** Milliseconds since the epoch, from the manager's clock. */
  readonly now: () => number;
}

/** What a reconciler may answer: nothing when all is done, or when to run again unless something happens before. */
export interface ReconcileResult {
  /** Run again after this long, such as `seconds(30)`. 0 or absent: only on the next event. */
  readonly requeueAfter?: Milliseconds;
}

/**
 * Brings the world to what one object asks for: reconcile.Reconciler. Anything thrown is logged and retried with back-off, except a
 * {@link terminalError}, which waits for the next event.
 */
export type Reconciler = (context: ReconcileContext) => Promise<ReconcileResult | void> | ReconcileResult | void;

/** Options of one controller: controller-runtime's controller.Options. */
export interface ControllerOptions {
  /** How many keys are reconciled at the same time; never one key twice. Default: 1. */
  readonly maxConcurrentReconciles?: number;
  /** Makes the limiter of retries. Default: {@link defaultControllerRateLimiter}. */
  readonly rateLimiter?: (now: () => number) => RateLimiter<string>;
  /** Aborts a reconcile that runs longer. Default: none. */
  readonly reconciliationTimeout?: Milliseconds;
  /** How long the caches of this controller may take to sync before the manager gives up. Default: 2 minutes. */
  readonly cacheSyncTimeout?: Milliseconds;
  /** Who writes, in managed fields. Default: `<name>-controller`. A controller that changes it no longer owns what it applied before. */
  readonly fieldManager?: string;
}

/** A controller as {@link controllerFor} describes it: immutable, holds no connection, and can run in any number of managers. */
export interface Controller {
  /** Unique within a manager; in logs, metrics and events. */
  readonly name: string;
  /** What it reconciles. */
  readonly resource: AnyResource;
  /** What wakes it: the resource itself first. */
  readonly watches: readonly WatchDescription[];
  /** What it reads from the cache without being woken. */
  readonly reads: readonly AnyResource[];
  readonly indexes: readonly IndexDescription[];
  readonly options: ControllerOptions;
  readonly reconcile: Reconciler;
}
