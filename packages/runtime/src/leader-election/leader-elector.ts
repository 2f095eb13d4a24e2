import type { Clock, Random } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { createElectionState, type ElectionState } from './election-state.ts';
import { checkElectionTimes, type ElectionTimes, JITTER_FACTOR } from './election-times.ts';
import type { LeaderElectionMetrics } from './leader-election-metrics.ts';
import { createHeldLeadership, instantOf, type Leadership, type PublishLeadership } from './leadership.ts';
import { releaseLease } from './release-lease.ts';
import { pause, renewLease } from './renew-lease.ts';
import type { ResourceLock } from './lock/resource-lock.ts';
import { tryAcquireOrRenew } from './try-acquire-or-renew.ts';

/** The callbacks of an elector. */
export interface LeaderCallbacks {
  /** Called when this process leads. Runs beside the renewals; `signal` is aborted when it no longer leads. */
  readonly onStartedLeading: (signal: AbortSignal) => void;
  /** Called when the elector ends, even when it never led. */
  readonly onStoppedLeading: () => void;
  /** Called when another process, or this one, is seen to lead. */
  readonly onNewLeader?: (identity: string) => void;
}

/** Options of {@link createLeaderElector}: client-go's LeaderElectionConfig. */
export interface LeaderElectorOptions extends ElectionTimes {
  /** The lock that candidates compete for: `createLeaseLock`'s. */
  readonly lock: ResourceLock;
  /** The name of the election, in metrics and messages. */
  readonly name: string;
  readonly callbacks: LeaderCallbacks;
  /**
   * Called when the elector is stopped: whether to release the lease at once. Return true only when everything that it
   * guards has ended. Default: no.
   */
  readonly mayRelease?: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: nothing is counted. */
  readonly metrics?: LeaderElectionMetrics;
  /**
   * Called with the time until which this process may act as the leader, whenever it changes: for another thread.
   * Default: none.
   */
  readonly publish?: PublishLeadership;
}

/** Takes part in an election: client-go's LeaderElector. */
export interface LeaderElector {
  /** Takes part until `signal` is aborted or leadership is lost. Never rejects. Must be called only once. */
  run(signal: AbortSignal): Promise<void>;
  /** Whether the record, as last seen, names this process. */
  isLeader(): boolean;
  /** The leader in the record, as last seen; empty if there is none. */
  leader(): string;
  /**
   * Throws when this process leads by the record and has not renewed it for longer than the lease duration and
   * `tolerance`: the watchdog of client-go's HealthzAdaptor.
   */
  check(tolerance: Milliseconds): void;
  /** Whether this process may act as the leader: the fence of writes. */
  readonly leadership: Leadership;
}

/** Creates an elector. Throws a TypeError, with client-go's messages, when its times contradict each other. */
export function createLeaderElector(options: LeaderElectorOptions): LeaderElector {
  checkElectionTimes(options);
  if (options.lock.identity === '') throw new TypeError('leader election: Lock identity is empty');
  const { lock, name, leaseDuration, renewDeadline, retryPeriod, callbacks, clock, random, metrics } = options;
  const log = (options.log ?? silentLogger).with({ lock: lock.description });
  const state: ElectionState = createElectionState(clock, lock.identity);
  // Counted from the sending of a renewal: as long as the elector continues without the next one, but less than others
  // wait.
  const validFor = Math.min(leaseDuration, renewDeadline + retryPeriod);
  const leadership = createHeldLeadership(clock, validFor, options.publish);
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

  /** Resolves with true when this process leads, and with false when it was stopped first. */
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

  /** Renews until it is stopped or fails. */
  const renew = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const renewed = await renewLease({ ...options, leadership, validFor, attempt }, signal);
      reportTransition();
      if (!renewed) break;
      log.debug('Successfully renewed lease');
      await pause(clock, retryPeriod, signal);
    }
    leadership.ended();
    metrics?.notLeading(name);
    if (!signal.aborted) log.info('Failed to renew lease');
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
        if (signal.aborted && options.mayRelease?.() === true) await releaseLease({ ...options, state, log });
        lock.recordEvent('stopped leading');
      } finally {
        callbacks.onStoppedLeading();
      }
    },
  };
}
