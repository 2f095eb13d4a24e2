import type { LivePod } from '../../shared/kinds.ts';
import { finishedAt } from './job-pods.ts';

/** The failures of a Job's Pods since its last success. */
export interface BackOff {
  readonly failures: number;
  /** When the last one happened, in milliseconds since the epoch. */
  readonly lastFailureAt: number;
}

/** No failure. */
export const noBackOff: BackOff = { failures: 0, lastFailureAt: 0 };

const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;

/** Counts Pods that have newly ended. */
export function countBackOff(before: BackOff, succeeded: readonly LivePod[], failed: readonly LivePod[]): BackOff {
  if (succeeded.length === 0 && failed.length === 0) return before;
  const failures = failed.map(finishedAt);
  if (succeeded.length === 0) {
    return { failures: before.failures + failed.length, lastFailureAt: latest(failures) };
  }
  const lastSuccess = latest(succeeded.map(finishedAt));
  const later = failures.filter((time) => time > lastSuccess);
  return later.length === 0 ? noBackOff : { failures: later.length, lastFailureAt: latest(later) };
}

/** The milliseconds until new Pods may be created: 10 seconds after the first failure, doubled with each one. */
export function remainingBackOff({ failures, lastFailureAt }: BackOff, now: number): number {
  if (failures === 0) return 0;
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(0, wait - (now - lastFailureAt));
}

const latest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), -Infinity);
