export {
  CacheNotStartedError,
  CacheReadTimeoutError,
  CacheStoppedError,
  NamespaceNotCachedError,
  NotCachedError,
} from './cache/read/cache-errors.ts';
export {
  ALL_OTHER_NAMESPACES,
  type CachedResourceRestriction,
  type CacheMutation,
  type CacheOptions,
  type CacheSelection,
  type FailedWatch,
  type NamespaceSelections,
  type Transform,
} from './cache/selection/cache-options.ts';
export type { CacheListOptions, CachedReads, CacheReader } from './cache/read/cache-reader.ts';
export { type Cache, type CacheDependencies, type CacheRunOptions, createCache } from './cache/cache.ts';
export type { CachedResource, CachedResourceState, HeldResource } from './cache/read/cached-resource.ts';
export type { WaitOptions } from './cache/read/condition-waiters.ts';
export type { Informer } from './cache/read/informer.ts';
export { stripManagedFields } from './cache/selection/strip-managed-fields.ts';
export type { WaitingReader, WaitingReaderOptions, WaitingReadOptions } from './cache/read/waiting-reader.ts';
export {
  type AlreadyControlledCode,
  AlreadyControlledError,
  isAlreadyControlledError,
} from './client/already-controlled-error.ts';
export type {
  ApplyResult,
  DeleteControlledOptions,
  ReconcileApplyOptions,
  ReconcileClient,
} from './client/reconcile-client.ts';
export type { Cluster } from './cluster/cluster.ts';
export { type ClusterOptions, createCluster } from './cluster/create-cluster.ts';
export {
  type ComputedFunction,
  type ComputeOptions,
  type ComputePool,
  ComputePoolError,
  type ComputePoolOptions,
  createComputePool,
} from './compute/compute-pool.ts';
export {
  controllerFor,
  type ControllerBuilder,
  newController,
  type OwnsOptions,
  type WatchesOptions,
} from './controller/builder.ts';
export type { ReconcileCause } from './controller/causes/causes.ts';
export type {
  CommonControllerOptions,
  ControllerDefaults,
  ControllerOptions,
  NewQueueOptions,
} from './controller/controller-options.ts';
export type { RunningController } from './controller/runner/controller-runner.ts';
export {
  asReconciler,
  type Controller,
  type IndexDescription,
  type ReconcileContext,
  type Reconciler,
  type ReconcileResult,
} from './controller/controller.ts';
export {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  type OwnerOptions,
} from './controller/watch/enqueue-handlers.ts';
export {
  type EventHandler,
  type GenericEventHandler,
  type KeyQueue,
  LOW_PRIORITY,
} from './controller/watch/event-handler.ts';
export { isBug } from './is-bug.ts';
export type { LoopGuardOptions } from './controller/loop-guard/loop-guard.ts';
export {
  and,
  annotationChanged,
  generationChanged,
  labelChanged,
  labelSelectorPredicate,
  not,
  objectPredicate,
  or,
  predicateFuncs,
  resourceVersionChanged,
} from './controller/watch/predicates.ts';
export { ReconcileTimeoutError } from './controller/reconcile/run-reconcile.ts';
export { CacheSyncTimeoutError } from './controller/runner/running-sources.ts';
export {
  type Channel,
  ChannelClosedError,
  type ChannelOptions,
  channelSource,
  createChannel,
} from './controller/source/channel.ts';
export { iterableSource } from './controller/source/iterable-source.ts';
export { kindSource, type KindSourceOptions, type WatchDescription } from './controller/source/kind-source.ts';
export type { OutsideHandler, OutsideSourceOptions } from './controller/source/outside-events.ts';
export type { Delivery, Source, SourceContext, SourceSync, Watching } from './controller/source/source.ts';
export { timerSource, type TimerSourceOptions } from './controller/source/timer-source.ts';
export { isTerminalError, TerminalError, terminalError } from './controller/terminal-error.ts';
export type {
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  MapContext,
  MapFunction,
  Predicate,
  UpdateEvent,
  WatchedEvent,
} from './controller/watch/watched-event.ts';
export { hours, type Milliseconds, minutes, seconds } from './durations.ts';
export type { EventContent, EventRecorder } from './events/event-recorder.ts';
export {
  mergeConditions,
  type AnyConditioned,
  type Conditioned,
  isConditionCurrent,
  withConditions,
  withoutCondition,
} from './controllerutil/conditions.ts';
export { createOrPatch, type CreateOrPatchOptions } from './controllerutil/create-or-patch.ts';
export {
  createOrUpdate,
  type CreateOrOptions,
  type Operation,
  type OperationResult,
  type ReadObject,
} from './controllerutil/create-or-update.ts';
export type { Draft, Mutate } from './controllerutil/draft.ts';
export {
  addFinalizer,
  containsFinalizer,
  type Finalizable,
  removeFinalizer,
} from './controllerutil/finalizer-names.ts';
export {
  createFinalizers,
  type Finalized,
  type Finalizer,
  FinalizerError,
  type Finalizers,
} from './controllerutil/finalizers.ts';
export {
  isEmptyPatch,
  mergeFrom,
  type MergeFromOptions,
  type MergePatch,
  type MergeSource,
} from './controllerutil/merge-from.ts';
export {
  hasControllerReference,
  hasOwnerReference,
  type Ownable,
  type Owner,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
  type SetOwnerReferenceOptions,
} from './controllerutil/owner-references.ts';
export {
  patchStatus,
  type PatchStatusOptions,
  type StatusOf,
  type StatusOperation,
} from './controllerutil/patch-status.ts';
export { retryOnConflict, type RetryOnConflictOptions } from './controllerutil/retry-on-conflict.ts';
export type { IndexFunction } from './informer/indexer.ts';
export type {
  EventHandlerOptions,
  HandlerRegistration,
  ResourceEventHandler,
} from './informer/resource-event-handler.ts';
export type { InformerState } from './informer/shared-informer.ts';
export { fencedClient } from './leader-election/fenced-client.ts';
export type { LeaderElectionMetrics } from './leader-election/leader-election-metrics.ts';
export type { LeaderElectionRecord } from './leader-election/lock/leader-election-record.ts';
export {
  createLeaderElector,
  type LeaderCallbacks,
  type LeaderElector,
  type LeaderElectorOptions,
} from './leader-election/leader-elector.ts';
export type { RuntimeErrorCode } from './error-codes.ts';
export { LeadershipLostError, type UnsentWrite } from './leader-election/leadership-lost-error.ts';
export { createLeaseLock, type LeaseLockOptions } from './leader-election/lock/lease-lock.ts';
export type { Leadership } from './leader-election/leadership.ts';
export type { ResourceLock } from './leader-election/lock/resource-lock.ts';
export {
  createLogger,
  type LogEntry,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  type LogSink,
  type LogValues,
  parseLogLevel,
  silentLogger,
} from './log/logger.ts';
export { jsonSink, textSink } from './log/sinks.ts';
export { GracefulShutdownTimeoutError } from './manager/grace-period.ts';
export { createManager } from './manager/create-manager.ts';
export type { Manager } from './manager/manager.ts';
export type { LeaderElectionOptions, ManagerOptions } from './manager/manager-options.ts';
export { runManager } from './manager/process/run-manager.ts';
export type { ProcessMetricsOptions, RunManagerOptions } from './manager/process/run-manager-options.ts';
export { ManagerStoppingError } from './manager/runnables/runnable-group.ts';
export type { Runnable, RunnableGroupName } from './manager/runnables/runnable.ts';
export {
  type AddOptions,
  createPriorityQueue,
  type PriorityQueue,
  type PriorityQueueOptions,
} from './queue/priority-queue.ts';
export type { QueueMeasures } from './queue/queue-measures.ts';
export {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  itemFastSlowRateLimiter,
  maxOfRateLimiter,
  type RateLimiter,
  withMaxWaitRateLimiter,
} from './queue/rate-limiter.ts';
export { createRateLimitingQueue, type RateLimitingQueue } from './queue/rate-limiting-queue.ts';
export type { HandedOut } from './queue/work-queue.ts';
export type { AnyResource } from './resources.ts';
export { openTelemetryTracer, type OpenTelemetrySpan, type OpenTelemetryTracer } from './tracing/open-telemetry.ts';
export type { Span, SpanAttributes, Tracer } from '@kb/client';
