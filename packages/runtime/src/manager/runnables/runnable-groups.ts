import { aFunction, aName, checkOption, checkOptions, oneOf, type OptionRule, required } from '../../check-options.ts';
import type { Logger } from '../../log/logger.ts';
import { createRunnableGroup, type RunnableGroup } from './runnable-group.ts';
import type { Runnable, RunnableGroupName } from './runnable.ts';

/** All runnables of a manager, by group. Only this module defines the order in which groups start and stop. */
export interface RunnableGroups {
  /** Adds a runnable. Throws a TypeError when it is not a runnable, or there is no such group. */
  add(runnable: Runnable): void;
  /**
   * Starts all groups but the leader's, each when the one before is ready. `beforeCaches` is called right before the
   * caches start: controllers can then request their kinds, so that all are listed at the same time.
   */
  startAll(beforeCaches: () => void): Promise<void>;
  /** Starts the runnables that only the leader runs. */
  startLeading(): Promise<void>;
  /** Stops all groups in order; resolves when they have ended, or when the time is over. */
  stopAll(): Promise<void>;
  /** Whether everything that may act as the leader has ended. */
  hasEnded(): boolean;
  /** The names of all stopped runnables that have not ended. */
  unended(): readonly string[];
}

/** Options of {@link createRunnableGroups}. */
export interface RunnableGroupsOptions {
  readonly log: Logger;
  readonly hardStop: AbortSignal;
  readonly onError: (error: unknown, runnable: Runnable) => void;
}

const aRunnable: OptionRule = {
  expected: 'an object with a name, a group and a function start',
  isRequired: true,
  holds: (value) => typeof value === 'object' && value !== null && 'name' in value && aName.holds(value.name),
};

/** Makes the groups, empty. */
export function createRunnableGroups(options: RunnableGroupsOptions): RunnableGroups {
  const { log } = options;
  const make = (name: RunnableGroupName): RunnableGroup => createRunnableGroup({ ...options, name });
  const groups: Readonly<Record<RunnableGroupName, RunnableGroup>> = {
    'http-servers': make('http-servers'),
    webhooks: make('webhooks'),
    caches: make('caches'),
    others: make('others'),
    warmup: make('warmup'),
    'leader-election': make('leader-election'),
  };
  let stopped = false;

  return {
    add: (runnable) => {
      checkOption('a runnable', runnable, aRunnable);
      checkOptions(`runnable ${runnable.name}`, runnable, {
        group: required(oneOf(...Object.keys(groups))),
        start: required(aFunction),
        ready: aFunction,
      });
      groups[runnable.group].add(runnable);
    },
    startAll: async (beforeCaches) => {
      await groups['http-servers'].start();
      await groups.webhooks.start();
      if (!stopped) beforeCaches();
      await groups.caches.start();
      await groups.others.start();
      await groups.warmup.start();
    },
    startLeading: () => groups['leader-election'].start(),
    stopAll: async () => {
      stopped = true;
      // A candidate that is elected while it stops starts nothing, and no further group starts.
      for (const group of Object.values(groups)) group.seal();
      log.info('Stopping and waiting for warmup runnables');
      const warmup = groups.warmup.stop();
      log.info('Stopping and waiting for non leader election runnables');
      await groups.others.stop();
      log.info('Stopping and waiting for leader election runnables');
      await groups['leader-election'].stop();
      log.info('Stopping and waiting for caches');
      await groups.caches.stop();
      log.info('Stopping and waiting for webhooks');
      await groups.webhooks.stop();
      log.info('Stopping and waiting for HTTP servers');
      await groups['http-servers'].stop();
      await warmup;
      log.info('Wait completed, proceeding to shutdown the manager');
    },
    hasEnded: () => groups['leader-election'].hasEnded(),
    unended: () => Object.values(groups).flatMap((group) => group.unended()),
  };
}
