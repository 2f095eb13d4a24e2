export type { CacheListOptions, CachedReads, CacheReader } from './cache/cache-reader.ts';
export type { CacheOptions } from './cache/cache.ts';
export type { IndexFunction } from './cache/indexer.ts';
export type { Informer } from './cache/informer.ts';
export { NotCachedError } from './cache/not-cached-error.ts';
export type { ResourceEventHandler } from './cache/resource-event-handler.ts';
export type { HandlerRegistration } from './cache/shared-informer.ts';
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
export { controllerFor, type ControllerBuilder, type OwnsOptions, type WatchOptions } from './controller/builder.ts';
export type {
  Controller,
  ControllerOptions,
  ReconcileContext,
  Reconciler,
  ReconcileResult,
} from './controller/controller.ts';
export {
  and,
  annotationChanged,
  generationChanged,
  labelChanged,
  labelSelectorPredicate,
  not,
  or,
  predicateFuncs,
  resourceVersionChanged,
} from './controller/predicates.ts';
export { isTerminalError, TerminalError, terminalError } from './controller/terminal-error.ts';
export type {
  CreateEvent,
  DeleteEvent,
  EventMapper,
  IndexDescription,
  MapContext,
  MapFunction,
  Predicate,
  UpdateEvent,
  WatchDescription,
  WatchedEvent,
} from './controller/watch-description.ts';
export { hours, type Milliseconds, minutes, seconds } from './durations.ts';
export type { EventContent, EventRecorder } from './events/event-recorder.ts';
export {
  createLogger,
  type LogEntry,
  type Logger,
  type LoggerOptions,
  type LogLevel,
  type LogSink,
  type LogValues,
  silentLogger,
} from './log/logger.ts';
export { jsonSink, textSink } from './log/sinks.ts';
export { createManager, type Manager, type ManagerOptions } from './manager/manager.ts';
export { runManager, type RunManagerOptions } from './manager/run-manager.ts';
export {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  itemExponentialFailureRateLimiter,
  maxOfRateLimiter,
  type RateLimiter,
} from './queue/rate-limiter.ts';
export type { AnyResource } from './resources.ts';
