import type { LeaseSpec } from '@kb/kubernetes/coordination/v1';
import { microTime } from './micro-time-adapter.ts';

/**
 * The content of the Lease: who leads. Times are texts (RFC 3339 with six digits of a second) and are never compared
 * with a clock.
 */
export interface LeaderElectionRecord {
  /** Empty when nobody leads: any candidate may take the lease at once. */
  readonly holderIdentity: string;
  /** How long others wait after the record last changed. */
  readonly leaseDurationSeconds: number;
  /** The time since when the holder leads. */
  readonly acquireTime: string | undefined;
  /** The time of the last renewal. */
  readonly renewTime: string | undefined;
  /** How often the lease changed its holder. */
  readonly leaderTransitions: number;
}

/** Reads the record of a Lease. Missing fields become empty or 0. */
export function recordOf(spec: LeaseSpec | undefined): LeaderElectionRecord {
  return {
    holderIdentity: spec?.holderIdentity ?? '',
    leaseDurationSeconds: spec?.leaseDurationSeconds ?? 0,
    acquireTime: spec?.acquireTime,
    renewTime: spec?.renewTime,
    leaderTransitions: spec?.leaseTransitions ?? 0,
  };
}

/** Makes the Lease's spec for a record. */
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

/** Makes the record that a candidate writes when it does not know an earlier one. */
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

/** Whether two records are equal in every field. */
export function isSameRecord(a: LeaderElectionRecord, b: LeaderElectionRecord): boolean {
  return (
    a.holderIdentity === b.holderIdentity &&
    a.renewTime === b.renewTime &&
    a.acquireTime === b.acquireTime &&
    a.leaseDurationSeconds === b.leaseDurationSeconds &&
    a.leaderTransitions === b.leaderTransitions
  );
}
