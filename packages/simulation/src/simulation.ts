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

/** What every simulation runs on. */
export interface SimulationOptions {
  /**
   * The way to the API server: the embedded one, or a real control plane. Its user must be allowed everything that the
   * simulated components do.
   */
  readonly transport: Transport;
  readonly clock: Clock;
  /** Spreads the attempts to connect again. Default: they are not spread. */
  readonly random?: Random;
  /**
   * Called with every failure that is more than a conflict; each is tried again. Default: refusals of the server are
   * ignored, bugs go to standard error with their stacks.
   */
  readonly onError?: (failure: SimulationFailure) => void;
}

/** Something that a simulated component could not do. It is tried again. */
export interface SimulationFailure {
  /** Such as `deployment-controller`. */
  readonly component: string;
  /** What it worked on, mostly `namespace/name`. */
  readonly key: string;
  readonly error: unknown;
}

/** A simulation that runs. */
export interface Simulation {
  /**
   * Ends every request, watch and timer; resolves when nothing is left. Objects stay as they are. Can be called again.
   */
  stop(): Promise<void>;
}

/** Components of a cluster, by the names under which they write. */
export type Component = 'kube-controller-manager' | 'kube-scheduler' | 'kubelet';

/** What the controllers of a simulation are made with. */
export interface SimulationParts {
  readonly clock: Clock;
  readonly recorders: EventRecorders;
}

/** A watch of the embedded server costs nothing while it is open: it is opened again as seldom as a server allows. */
const WATCH_TIMEOUT = minutes(30);

/** The waits of client-go's rate limiter, but never longer than half a minute: here a person is waiting. */
const retry = { first: 5, longest: seconds(30) };

/** Longer than any server is away: a simulation never gives up. */
const SYNC_TIMEOUT = hours(24);

/**
 * Options of a controller that is a part of a component: it writes under the component's name, by update and patch as
 * the component does. Such writes are what a controller of Kubernetes makes, so none of them is a loop.
 */
export function optionsOf(component: Component, concurrency: number = 4): ControllerOptions {
  return {
    fieldManager: component,
    maxConcurrentReconciles: concurrency,
    loopGuard: false,
    cacheSyncTimeout: SYNC_TIMEOUT,
    rateLimiter: () => itemExponentialFailureRateLimiter<string>(retry.first, retry.longest),
  };
}

/** Runs controllers in a manager of their own. */
export function runSimulation(
  { transport, clock, random = () => 0, onError = reportBug }: SimulationOptions,
  controllersOf: (parts: SimulationParts) => readonly Controller[],
): Simulation {
  const client = createClient({ transport, clock, userAgent: 'kb-simulation' });
  const recorders = createEventRecorders({ client, clock });
  const manager = createManager({
    client,
    clock,
    random,
    controllers: controllersOf({ clock, recorders }),
    // No controller here needs to be woken by what did not change.
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
 * Errors of the language itself come from our own code; refusals of the server and troubles of the connection do not.
 */
function reportBug({ component, key, error }: SimulationFailure): void {
  if (isBug(error)) console.error(`a bug in the simulated ${component} (${key}):`, error);
}

/** A log of which only failures are read. */
function failureLog(clock: Clock, onError: (failure: SimulationFailure) => void): Logger {
  const sink = ({ values, error }: LogEntry): void => {
    const { controller, resource, namespace, name } = values;
    const key = [namespace, name ?? resource].filter((part) => typeof part === 'string').join('/');
    onError({ component: typeof controller === 'string' ? controller : 'informer', key, error });
  };
  return createLogger({ clock, sink, level: 'error' });
}
