import type { LeaseSpec } from '@kb/kubernetes/coordination/v1';
import { microTime } from './micro-time-adapter.ts';

/**
 * Who leads: what the Lease holds. Times are texts (RFC 3339 with six digits of a second): nobody compares them with a
 * clock.
 */
export interface LeaderElectionRecord {
  /** Empty when nobody leads: anybody may take it at once. */
  readonly holderIdentity: string;
  /** How long others wait after the record last changed. */
  readonly leaseDurationSeconds: number;
  /** Since when the holder leads. */
  readonly acquireTime: string | undefined;
  /** When it last said so. */
  readonly renewTime: string | undefined;
  /** How often the lease went from one holder to another. */
  readonly leaderTransitions: number;
}

/** The record that a Lease holds. What it does not say is empty or 0. */
export function recordOf(spec: LeaseSpec | undefined): LeaderElectionRecord {
  return {
    holderIdentity: spec?.holderIdentity ?? '',
    leaseDurationSeconds: spec?.leaseDurationSeconds ?? 0,
    acquireTime: spec?.acquireTime,
    renewTime: spec?.renewTime,
    leaderTransitions: spec?.leaseTransitions ?? 0,
  };
}

/** The Lease's spec for a record. */
export function leaseSpecOf(record: LeaderElectionRecord): LeaseSpec {
  const { acquireTime, renewTime } = record;
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    ...(acquireTime !== undefined && { acquireTime }),
    ...(renewTime !== undefined && { renewTime }),
    leaseTransitions: record.leaderTransitions,
  };
}

/** The record that a candidate writes, before it knows what was there. */
export function newRecord(holderIdentity: string, leaseDurationSeconds: number, now: number): LeaderElectionRecord {
  const time = microTime(now);
  return {
    holderIdentity,
    leaseDurationSeconds,
    acquireTime: time,
    renewTime: time,
    leaderTransitions: 0,
  };
}

/** Whether two records say the same in every field. */
export function isSameRecord(a: LeaderElectionRecord, b: LeaderElectionRecord): boolean {
  return (
    a.holderIdentity === b.holderIdentity &&
    a.renewTime === b.renewTime &&
    a.acquireTime === b.acquireTime &&
    a.leaseDurationSeconds === b.leaseDurationSeconds &&
    a.leaderTransitions === b.leaderTransitions
  );
}
