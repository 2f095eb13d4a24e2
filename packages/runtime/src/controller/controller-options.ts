import { type Clock, formatGroupKind, type ObjectKey } from '@kb/apimachinery';
import {
  aBoolean,
  aCount,
  aFunction,
  aName,
  anObject,
  checkOption,
  checkOptions,
  type OptionRule,
  positiveMilliseconds,
  someMilliseconds,
} from '../check-options.ts';
import { type Milliseconds, minutes } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { QueueMeasures } from '../queue/queue-measures.ts';
import {
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  type RateLimiter,
} from '../queue/rate-limiter.ts';
import type { RateLimitingQueue } from '../queue/rate-limiting-queue.ts';
import type { LoopGuardOptions } from './loop-guard/loop-guard.ts';
import type { AnyResource } from '../resources.ts';

/**
 * Options of one controller, or, as ManagerOptions.controllerDefaults, of all controllers that do not override them:
 * controller-runtime's config.Controller.
 */
export interface CommonControllerOptions {
  /** How many keys are reconciled at the same time; never one key twice. Default: 1. */
  readonly maxConcurrentReconciles?: number;
  /** How long the sources of a controller may take to start and sync before it gives up. Default: 2 minutes. */
  readonly cacheSyncTimeout?: Milliseconds;
  /**
   * Whether a bug of the reconciler (see {@link isBug}) is treated like any other error: logged, counted and retried.
   * With false it ends the controller, and with it the manager. Other errors never do. Default: true.
   */
  readonly recoverPanic?: boolean;
  /**
   * Whether the controller works only while the manager holds the lease. Has no effect without leader election.
   * Default: true.
   */
  readonly needLeaderElection?: boolean;
  /**
   * Whether sources run and the queue fills before the manager has the lease: a new leader starts at once, and
   * followers hold the caches too. Default: false.
   */
  readonly enableWarmup?: boolean;
  /**
   * Whether the queue uses priorities. Otherwise keys are handed out in the order in which they became ready. Default:
   * true.
   */
  readonly usePriorityQueue?: boolean;
  /** Aborts a reconcile that runs longer. 0: never. Default: 0. */
  readonly reconciliationTimeout?: Milliseconds;
  /** Allows two controllers with the same name in a manager; they then share their metrics. Default: false. */
  readonly skipNameValidation?: boolean;
  /**
   * When a reconcile loop is detected, and how it is slowed down; false: never. Default: after 10 runs whose values
   * repeat, up to 30 seconds between runs; after 200 other runs, to one run a second.
   */
  readonly loopGuard?: LoopGuardOptions | false;
}

/** Options of one controller: controller-runtime's controller.Options. */
export interface ControllerOptions extends CommonControllerOptions {
  /**
   * Creates the rate limiter of retries. Default: per key 5 ms, doubling to 1000 s; without priorities
   * (`usePriorityQueue: false`) also 10 a second over all keys after a burst of 100.
   */
  readonly rateLimiter?: (now: () => number) => RateLimiter<string>;
  /**
   * Creates the queue. Default: the priority queue, or a plain one without `usePriorityQueue`. For tests and
   * experiments: a key that the queue loses is never reconciled.
   */
  readonly newQueue?: (options: NewQueueOptions) => RateLimitingQueue<string>;
  /**
   * Creates the logger of the controller (no key) and of each reconcile, from a logger with the controller's values.
   * Default: adds the object, `namespace` and `name`.
   */
  readonly logConstructor?: (log: Logger, key: ObjectKey | undefined) => Logger;
  /**
   * The field manager of its writes. Default: `<name>-controller`. A controller that changes it no longer owns the
   * fields that it applied before.
   */
  readonly fieldManager?: string;
}

/** What is passed to {@link ControllerOptions.newQueue}. */
export interface NewQueueOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly limiter: RateLimiter<string>;
  readonly measures: QueueMeasures<string> | undefined;
}

/** ManagerOptions.controllerDefaults: options of all controllers of a manager that do not override them. */
export interface ControllerDefaults extends CommonControllerOptions {
  /**
   * How many keys of a kind are reconciled at the same time, by `Kind.group` (`Pod` in the core group), for controllers
   * that do not set it themselves.
   */
  readonly groupKindConcurrency?: Readonly<Record<string, number>>;
}

type Resolved = Required<CommonControllerOptions> &
  Pick<ControllerOptions, 'newQueue' | 'logConstructor'> & {
    readonly fieldManager: string;
    readonly rateLimiter: (now: () => number) => RateLimiter<string>;
  };

/** Options with all defaults filled in. */
export type ResolvedControllerOptions = Resolved;

/**
 * Resolves the options of a controller: its own, then its kind's concurrency, then the manager's, then the defaults.
 */
export function resolveControllerOptions(
  controller: {
    readonly name: string;
    readonly resource: AnyResource | undefined;
    readonly options: ControllerOptions;
  },
  defaults: ControllerDefaults = {},
): ResolvedControllerOptions {
  const { options: own, resource } = controller;
  const ofKind = resource && defaults.groupKindConcurrency?.[formatGroupKind(resource)];
  const usePriorityQueue = own.usePriorityQueue ?? defaults.usePriorityQueue ?? true;
  return {
    maxConcurrentReconciles: own.maxConcurrentReconciles ?? ofKind ?? defaults.maxConcurrentReconciles ?? 1,
    cacheSyncTimeout: own.cacheSyncTimeout ?? defaults.cacheSyncTimeout ?? minutes(2),
    recoverPanic: own.recoverPanic ?? defaults.recoverPanic ?? true,
    needLeaderElection: own.needLeaderElection ?? defaults.needLeaderElection ?? true,
    enableWarmup: own.enableWarmup ?? defaults.enableWarmup ?? false,
    usePriorityQueue,
    reconciliationTimeout: own.reconciliationTimeout ?? defaults.reconciliationTimeout ?? 0,
    skipNameValidation: own.skipNameValidation ?? defaults.skipNameValidation ?? false,
    loopGuard: own.loopGuard ?? defaults.loopGuard ?? {},
    rateLimiter:
      own.rateLimiter ??
      (usePriorityQueue ? () => itemExponentialFailureRateLimiter<string>() : defaultControllerRateLimiter<string>),
    fieldManager: own.fieldManager ?? `${controller.name}-controller`,
    ...(own.newQueue && { newQueue: own.newQueue }),
    ...(own.logConstructor && { logConstructor: own.logConstructor }),
  };
}

type Rules<T> = { readonly [K in keyof Required<T>]: OptionRule };

const commonRules: Rules<CommonControllerOptions> = {
  maxConcurrentReconciles: aCount,
  cacheSyncTimeout: positiveMilliseconds,
  recoverPanic: aBoolean,
  needLeaderElection: aBoolean,
  enableWarmup: aBoolean,
  usePriorityQueue: aBoolean,
  reconciliationTimeout: someMilliseconds,
  skipNameValidation: aBoolean,
  loopGuard: { expected: 'an object, or false', holds: (value) => value === false || anObject.holds(value) },
};
const ownRules: Rules<ControllerOptions> = {
  ...commonRules,
  rateLimiter: aFunction,
  newQueue: aFunction,
  logConstructor: aFunction,
  fieldManager: aName,
};
const loopGuardRules: Rules<LoopGuardOptions> = { after: aCount, maxDelay: someMilliseconds, freeRuns: aCount };

/** Throws a TypeError when an option of a controller is invalid. */
export function checkControllerOptions(where: string, options: ControllerOptions): void {
  checkOptions(where, options, ownRules);
  if (options.loopGuard) checkOptions(`${where}: loopGuard`, options.loopGuard, loopGuardRules);
}

/** Throws a TypeError when an option of ManagerOptions.controllerDefaults is invalid. */
export function checkControllerDefaults(where: string, defaults: ControllerDefaults): void {
  checkOptions(where, defaults, { ...commonRules, groupKindConcurrency: anObject });
  if (defaults.loopGuard) checkOptions(`${where}: loopGuard`, defaults.loopGuard, loopGuardRules);
  for (const [kind, count] of Object.entries(defaults.groupKindConcurrency ?? {})) {
    checkOption(`${where}: groupKindConcurrency["${kind}"]`, count, aCount);
  }
}
