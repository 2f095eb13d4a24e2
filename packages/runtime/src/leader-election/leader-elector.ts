import type { Clock, Random } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import { checkOption, finiteMilliseconds } from '../check-options.ts';
import { type Milliseconds, seconds } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { createElectionState, type ElectionState } from './election-state.ts';
import type { LeaderElectionMetrics } from './leader-election-metrics.ts';
import { isConflictStatus } from './is-conflict-status.ts';
import { createHeldLeadership, instantOf, type Leadership, type PublishLeadership } from './leadership.ts';
import type { ResourceLock } from './resource-lock.ts';
import { tryAcquireOrRenew } from './try-acquire-or-renew.ts';

/** How much later than the retry period a candidate may try again, at most: between 1 and 1 + this times the period. */
export const JITTER_FACTOR = 1.2;

/** client-go's retry.DefaultRetry, for a release that met a conflict. */
const releaseTries = 5;
const releaseRetryDelay: Milliseconds = 10;

/** What an elector tells. */
export interface LeaderCallbacks {
  /** This process leads now. Runs beside the renewals; `signal` is aborted when it leads no more. */
  readonly onStartedLeading: (signal: AbortSignal) => void;
  /** The elector ends. Always called, even when it never led. */
  readonly onStoppedLeading: () => void;
  /** Somebody else, or this process, is seen to lead. */
  readonly onNewLeader?: (identity: string) => void;
}

/** Options of {@link createLeaderElector}: client-go's LeaderElectionConfig. */
export interface LeaderElectorOptions {
  /** What candidates agree by: `createLeaseLock`'s. */
  readonly lock: ResourceLock;
  /** Of the election, in metrics and messages. */
  readonly name: string;
  /** How long others wait, after the record last changed, before they take the lease: longer than `renewDeadline`. */
  readonly leaseDuration: Milliseconds;
  /** How long the leader tries to renew before it gives up: longer than 1.2 retry periods. */
  readonly renewDeadline: Milliseconds;
  /** How long to wait between two tries. */
  readonly retryPeriod: Milliseconds;
  readonly callbacks: LeaderCallbacks;
  /**
   * Asked when the elector was told to end: whether to give the lease away at once. Only when everything that it guards
   * has ended. Default: no.
   */
  readonly mayRelease?: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: nothing is counted. */
  readonly metrics?: LeaderElectionMetrics;
  /**
   * Told how long this process may act as the leader, whenever that changes: for those in another thread. Default:
   * nobody.
   */
  readonly publish?: PublishLeadership;
}

/** Takes part in an election: client-go's LeaderElector. */
export interface LeaderElector {
  /** Takes part until `signal` is aborted or leadership is lost. Never rejects. To be called once. */
  run(signal: AbortSignal): Promise<void>;
  /** Whether the record, as last seen, names this process. */
  isLeader(): boolean;
  /** Whom the record names, as last seen; empty when nobody. */
  leader(): string;
  /**
   * Throws when this process leads by the record and has not renewed it for the lease duration and `tolerance`: the
   * watch dog of client-go's HealthzAdaptor.
   */
  check(tolerance: Milliseconds): void;
  /** Whether this process may act as leader: the fence of writes. */
  readonly leadership: Leadership;
}

/** Makes an elector. Throws a TypeError when its numbers contradict each other, in client-go's words. */
export function createLeaderElector(options: LeaderElectorOptions): LeaderElector {
  checkElectionTimes(options);
  if (options.lock.identity === '') throw new TypeError('leader election: Lock identity is empty');
  const { lock, name, leaseDuration, renewDeadline, retryPeriod, callbacks, clock, random, metrics } = options;
  const log = (options.log ?? silentLogger).with({ lock: lock.description });
  const state: ElectionState = createElectionState(clock, lock.identity);
  // From the sending of a renewal on: as long as the elector goes on without the next one, and never as long as others
  // wait.
  const leadership = createHeldLeadership(clock, Math.min(leaseDuration, renewDeadline + retryPeriod), options.publish);
  let reported = '';
  metrics?.notLeading(name);

  const attempt = async (signal: AbortSignal): Promise<boolean> => {
    const sent = instantOf(clock);
    const onSlowPath = (): void => metrics?.slowPath(name);
    const held = await tryAcquireOrRenew({ lock, state, leaseDuration, clock, log, onSlowPath }, signal);
    if (held) leadership.renewed(sent);
    else if (!state.isLeader()) leadership.ended();
    return held;
  };

  const reportTransition = (): void => {
    const leader = state.record().holderIdentity;
    if (leader === reported) return;
    reported = leader;
    callbacks.onNewLeader?.(leader);
  };

  /** Answers whether this process leads; false when it was told to end before. */
  const acquire = async (signal: AbortSignal): Promise<boolean> => {
    log.info('Attempting to acquire leader lease...');
    while (!signal.aborted) {
      const acquired = await attempt(signal);
      reportTransition();
      if (acquired) {
        lock.recordEvent('became leader');
        metrics?.leading(name);
        log.info('Successfully acquired lease');
        return true;
      }
      log.debug('Failed to acquire lease');
      await pause(clock, retryPeriod * (1 + JITTER_FACTOR * random()), signal);
    }
    return false;
  };

  /**
   * Tries until it succeeds, the renew deadline is over, or the lease is: on waking late, nothing is written any more.
   */
  const renewOnce = async (signal: AbortSignal): Promise<boolean> => {
    const begin = instantOf(clock).monotonic;
    const scope = abortScope(signal);
    const cancel = clock.after(renewDeadline, () => scope.abort(new Error('the renew deadline is over')));
    try {
      while (!scope.signal.aborted) {
        const now = instantOf(clock).monotonic;
        if (now - begin >= renewDeadline || isOver(leadership.age())) return false;
        if (await attempt(scope.signal)) return true;
        // Somebody else holds it: there is nothing to try again.
        if (leadership.age() === undefined) return false;
        // Counted from the begin of the try: a slow one does not put the next one off.
        await pause(clock, Math.max(0, now + retryPeriod - instantOf(clock).monotonic), scope.signal);
      }
      return false;
    } finally {
      cancel();
      scope.close();
    }
  };

  const isOver = (age: Milliseconds | undefined): boolean =>
    age === undefined || age >= Math.min(leaseDuration, renewDeadline + retryPeriod);

  /** Renews until it is told to end or cannot. */
  const renew = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const renewed = await renewOnce(signal);
      reportTransition();
      if (!renewed) break;
      log.debug('Successfully renewed lease');
      await pause(clock, retryPeriod, signal);
    }
    leadership.ended();
    metrics?.notLeading(name);
    if (!signal.aborted) log.info('Failed to renew lease');
  };

  /** Gives the lease away, if the server says that it is ours: what this process believes may be out of date. */
  const release = async (): Promise<void> => {
    const scope = abortScope(undefined);
    const cancel = clock.after(renewDeadline, () => scope.abort(new Error('the renew deadline is over')));
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          const found = await lock.get(scope.signal);
          if (found?.holderIdentity !== lock.identity) return;
          await lock.update(state.released(found), scope.signal);
          return;
        } catch (error) {
          if (!isConflictStatus(error) || tries === releaseTries) throw error;
          await clock.sleep(releaseRetryDelay * (1 + 0.1 * random()), scope.signal);
        }
      }
    } catch (error) {
      log.error(error, 'Failed to release lease');
    } finally {
      cancel();
    }
  };

  return {
    leadership,
    isLeader: () => state.isLeader(),
    leader: () => state.record().holderIdentity,
    check: (tolerance) => {
      if (!state.isLeader() || state.sinceObserved() <= leaseDuration + tolerance) return;
      throw new Error(`failed election to renew leadership on lease ${name}`);
    },
    run: async (signal) => {
      try {
        if (!(await acquire(signal))) return;
        const leading = abortScope(signal);
        try {
          callbacks.onStartedLeading(leading.signal);
          await renew(signal);
        } finally {
          leading.abort(signal.aborted ? signal.reason : new Error('leader election lost'));
        }
        if (signal.aborted && options.mayRelease?.() === true) await release();
        lock.recordEvent('stopped leading');
      } finally {
        callbacks.onStoppedLeading();
      }
    },
  };
}

/** Throws a TypeError when the times of an election contradict each other. */
export function checkElectionTimes({
  leaseDuration,
  renewDeadline,
  retryPeriod,
}: Pick<LeaderElectorOptions, 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>): void {
  for (const [name, value] of Object.entries({ leaseDuration, renewDeadline, retryPeriod })) {
    const isNumber = typeof value === 'number' && value !== Infinity;
    if (isNumber && !(value > 0)) throw new TypeError(`leader election: ${name} must be greater than zero`);
    checkOption(`leader election: ${name}`, value, finiteMilliseconds);
  }
  // The Lease counts whole seconds, in 32 bits, and is refused without any.
  if (leaseDuration < seconds(1) || leaseDuration >= seconds(2 ** 31)) {
    throw new TypeError(
      `leader election: leaseDuration must be from one second to ${2 ** 31 - 1} seconds, got ${leaseDuration} ms`,
    );
  }
  if (leaseDuration <= renewDeadline) {
    throw new TypeError('leader election: leaseDuration must be greater than renewDeadline');
  }
  if (renewDeadline <= JITTER_FACTOR * retryPeriod) {
    throw new TypeError('leader election: renewDeadline must be greater than retryPeriod*JitterFactor');
  }
}

/** Waits, at most until `signal` is aborted. */
const pause = (clock: Clock, ms: Milliseconds, signal: AbortSignal): Promise<void> =>
  clock.sleep(ms, signal).catch(() => undefined);
