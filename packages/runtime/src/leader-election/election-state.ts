import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { isSameRecord, type LeaderElectionRecord } from './lock/leader-election-record.ts';
import { instantOf } from './leadership.ts';
import { microTime } from './lock/micro-time-adapter.ts';

/**
 * What one candidate knows: the record as last seen, and when it was seen by the candidate's own clock. Only this
 * decides whether a lease has expired: the times in the record come from another machine's clock and are never compared
 * with this one's.
 */
export interface ElectionState {
  record(): LeaderElectionRecord;
  /** Stores the record that this process wrote. */
  wrote(record: LeaderElectionRecord): void;
  /** Stores a record that was read: only a changed record counts as a sign of life. */
  read(record: LeaderElectionRecord): void;
  /** Whether the record names this process. */
  isLeader(): boolean;
  /** Whether the lease had not yet expired at `now`, on the monotonic clock. */
  isValidAt(now: Milliseconds): boolean;
  /** How long ago the record was last seen changed. */
  sinceObserved(): Milliseconds;
  /**
   * Returns the record that releases the lease, from `found`, which names this process as the holder. Stores it at
   * once.
   */
  released(found: LeaderElectionRecord): LeaderElectionRecord;
}

/** Creates the state of a candidate that has seen no record yet. */
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
