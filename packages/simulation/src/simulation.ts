import type { Clock, Random, Transport } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import {
  type Controller,
  type ControllerOptions,
  createLogger,
  createManager,
  hours,
  isBug,
  itemExponentialFailureRateLimiter,
  type LogEntry,
  type Logger,
  minutes,
  seconds,
} from '@kb/runtime';
import { createEventRecorders, type EventRecorders } from './events/event-recorder.ts';
import { type ComponentUser, createActingTransport } from './identity/acting-user.ts';
import { controllerManagerUser, withUser } from './identity/component-users.ts';

/** Options of every simulation. */
export interface SimulationOptions {
  /**
   * The transport to the API server: the embedded one, or a real control plane. Its user needs all permissions of the
   * simulated components.
   */
  readonly transport: Transport;
  /**
   * Returns a transport whose requests are those of a user, such as the embedded server's `transportFor`: every
   * controller then acts as its ServiceAccount in `kube-system`, the scheduler as `system:kube-scheduler`, and each
   * kubelet as `system:node:NAME`. Default: all of them use `transport`.
   */
  readonly transportFor?: (user: ComponentUser) => Transport;
  readonly clock: Clock;
  /** Adds jitter to reconnects. Default: no jitter. */
  readonly random?: Random;
  /**
   * Called with every failure except conflicts; each is retried. Default: errors of the server are ignored, and bugs
   * are written to standard error with their stacks.
   */
  readonly onError?: (failure: SimulationFailure) => void;
}

/** A failure of a simulated component, which retries. */
export interface SimulationFailure {
  /** The component, such as `deployment-controller`. */
  readonly component: string;
  /** The reconciled key, usually `namespace/name`. */
  readonly key: string;
  readonly error: unknown;
}

/** A running simulation. */
export interface Simulation {
  /**
   * Ends all requests, watches and timers, and resolves when none is left. Objects are kept. May be called more than
   * once.
   */
  stop(): Promise<void>;
}

/** Components of a cluster, by their field managers. */
export type Component = 'kube-controller-manager' | 'kube-scheduler' | 'kubelet';

/** The dependencies of a simulation's controllers. */
export interface SimulationParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly recorders: EventRecorders;
}

/** The timeout of watches: as long as a server allows, because an open watch of the embedded server costs nothing. */
const WATCH_TIMEOUT = minutes(30);

/** The back-off of client-go's rate limiter, limited to 30 seconds, because a person may be waiting. */
const retry = { first: 5, longest: seconds(30) };

/** How long to wait for caches: longer than any outage, because a simulation does not give up. */
const SYNC_TIMEOUT = hours(24);

/**
 * Options of a controller of a component: it writes under the component's name, with update and patch as the component
 * does. The loop guard is off, because controllers of Kubernetes write like this. `firstRetry`: the milliseconds from
 * the first failure to the next attempt.
 */
export function optionsOf(
  component: Component,
  concurrency: number = 4,
  firstRetry: number = retry.first,
): ControllerOptions {
  return {
    fieldManager: component,
    maxConcurrentReconciles: concurrency,
    loopGuard: false,
    cacheSyncTimeout: SYNC_TIMEOUT,
    rateLimiter: () => itemExponentialFailureRateLimiter<string>(firstRetry, retry.longest),
  };
}

/** Runs controllers in a separate manager. */
export function runSimulation(
  { transport: given, transportFor, clock, random = () => 0, onError = reportBug }: SimulationOptions,
  controllersOf: (parts: SimulationParts) => readonly Controller[],
): Simulation {
  const transport = transportFor
    ? createActingTransport({ transport: given, transportFor, otherwise: controllerManagerUser })
    : given;
  const client = createClient({ transport, clock, userAgent: 'kb-simulation' });
  const recorders = createEventRecorders({ client, clock });
  const manager = createManager({
    client,
    clock,
    random,
    controllers: controllersOf({ clock, random, recorders }).map(withUser),
    // No controller here needs periodic resyncs.
    cache: { syncPeriod: 0, minWatchTimeout: WATCH_TIMEOUT },
    log: failureLog(clock, onError),
  });
  const running = manager.start().catch((error: unknown) => onError({ component: 'simulation', key: '', error }));
  return {
    stop: async () => {
      await manager.stop();
      await running;
      await recorders.stop();
    },
  };
}

/**
 * Writes bugs to standard error. Built-in errors of JavaScript are bugs; errors of the server and the connection are
 * not.
 */
function reportBug({ component, key, error }: SimulationFailure): void {
  if (isBug(error)) console.error(`a bug in the simulated ${component} (${key}):`, error);
}

/** A logger that only reports failures. */
function failureLog(clock: Clock, onError: (failure: SimulationFailure) => void): Logger {
  const sink = ({ values, error }: LogEntry): void => {
    const { controller, resource, namespace, name } = values;
    const key = [namespace, name ?? resource].filter((part) => typeof part === 'string').join('/');
    onError({ component: typeof controller === 'string' ? controller : 'informer', key, error });
  };
  return createLogger({ clock, sink, level: 'error' });
}
