import type { ControllerRunner } from '../../controller/runner/controller-runner.ts';
import type { Runnable } from './runnable.ts';

/** How a controller takes part in its manager. */
export interface ControllerRunnables {
  /** The runnables to add to the manager: the workers, and the warm-up when there is one. */
  readonly runnables: readonly Runnable[];
  /**
   * Requests its kinds from the caches when it works or warms up without being elected first, so that all kinds are
   * listed at the same time.
   */
  prepareEarly(): void;
  /** Resolves when its caches have synced and its workers run; at once when it waits for the lease. Never rejects. */
  readonly working: Promise<void>;
}

/**
 * Creates the runnables of a controller. A controller that needs the lease watches nothing before it has it, unless it
 * warms up: then it fills its caches and its queue in every replica and works in only one, so that a new leader starts
 * at once.
 */
export function controllerRunnables(runner: ControllerRunner, hasElection: boolean): ControllerRunnables {
  const working = Promise.withResolvers<void>();
  const name = `controller ${runner.name}`;
  const work: Runnable = {
    name,
    group: runner.needLeaderElection ? 'leader-election' : 'others',
    start: async (signal, hardStop) => {
      runner.prepare();
      const stop = (): void => runner.stop();
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
      try {
        await runner.warmUp(signal);
      } catch (error) {
        runner.stop();
        // Stopping while the caches fill is not an error.
        if (signal.aborted) return;
        throw error;
      }
      const ended = runner.work(hardStop);
      working.resolve();
      await ended;
    },
  };
  const warmup: Runnable = {
    name: `${name} warm-up`,
    group: 'warmup',
    start: async (signal) => {
      await runner.warmUp(signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    ready: (signal) => runner.warmUp(signal),
  };
  const waits = hasElection && runner.needLeaderElection;
  if (waits) working.resolve();
  return {
    runnables: waits && runner.enableWarmup ? [warmup, work] : [work],
    prepareEarly: () => {
      if (!waits || runner.enableWarmup) runner.prepare();
    },
    working: working.promise,
  };
}
