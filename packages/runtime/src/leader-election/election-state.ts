import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { isSameRecord, type LeaderElectionRecord } from './leader-election-record.ts';
import { instantOf } from './leadership.ts';
import { microTime } from './micro-time-adapter.ts';

/**
 * What one candidate knows: the record as last seen, and when, by its own clock, that was. Whether a lease has expired
 * follows from that alone. The times in the record are another machine's, and are never compared with this one's.
 */
export interface ElectionState {
  record(): LeaderElectionRecord;
  /** The record that this process wrote. */
  wrote(record: LeaderElectionRecord): void;
  /** A record that was read: only one that differs from the one read before counts as a sign of life. */
  read(record: LeaderElectionRecord): void;
  /** Whether the record names this process. */
  isLeader(): boolean;
  /** Whether the lease had not expired at `now`, on the monotonic clock. */
  isValidAt(now: Milliseconds): boolean;
  /** How long ago the record was last seen to change. */
  sinceObserved(): Milliseconds;
  /**
   * The record with which this process gives the lease away that `found` says it holds. Seen from here it is so at
   * once.
   */
  released(found: LeaderElectionRecord): LeaderElectionRecord;
}

/** Makes a state of somebody who has seen nothing yet. */
export function createElectionState(clock: Clock, identity: string): ElectionState {
  let record: LeaderElectionRecord = {
    holderIdentity: '',
    leaseDurationSeconds: 0,
    acquireTime: undefined,
    renewTime: undefined,
    leaderTransitions: 0,
  };
  let lastRead: LeaderElectionRecord | undefined;
  let observed = Number.NEGATIVE_INFINITY;
  const now = (): Milliseconds => instantOf(clock).monotonic;
  const see = (seen: LeaderElectionRecord): void => {
    record = seen;
    observed = now();
  };
  return {
    record: () => record,
    wrote: see,
    read: (found) => {
      if (lastRead && isSameRecord(lastRead, found)) return;
      see(found);
      lastRead = found;
    },
    isLeader: () => record.holderIdentity === identity,
    isValidAt: (at) => observed + record.leaseDurationSeconds * 1000 > at,
    sinceObserved: () => now() - observed,
    released: (found) => {
      const time = microTime(clock.now());
      see({ ...found, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time });
      return record;
    },
  };
}
