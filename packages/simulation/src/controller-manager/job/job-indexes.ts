import type { LivePod } from '../../shared/kinds.ts';
import { isTerminating } from '../../shared/pods.ts';
import { judgeFailure } from './failure-policy.ts';
import { countIndexes, hasIndex, type Intervals, intervalsOf, parseIntervals, uniteIntervals } from './intervals.ts';
import {
  completionIndex,
  finishedAt,
  isPodFailed,
  isTracked,
  limitsIndexes,
  type LiveJob,
  replacesFailedOnly,
  validIndex,
} from './job-pods.ts';

/** The annotations that count the failures of an index, on the Pod that runs it. */
export const FAILURES_KEY = 'batch.kubernetes.io/job-index-failure-count';
export const IGNORED_FAILURES_KEY = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** The indexes of an indexed Job. */
export interface JobIndexes {
  /** Those that the status lists as completed. */
  readonly counted: Intervals;
  /** These, and those of Pods that have succeeded and are not counted. */
  readonly succeeded: Intervals;
  readonly succeededCount: number;
  /** Set if the Job limits the failures of each index. */
  readonly failed: Intervals | undefined;
  /** The failed Pods that stay until their replacement exists, which takes over their failure count; by index. */
  readonly awaitingReplacement: ReadonlyMap<number, LivePod>;
  /** Those that need no new Pod. */
  readonly taken: Intervals;
}

/** Computes the indexes of a Job from its status and its Pods. */
export function jobIndexes(job: LiveJob, pods: readonly LivePod[], active: readonly LivePod[]): JobIndexes {
  const completions = job.spec.completions ?? 0;
  const counted = parseIntervals(job.status?.completedIndexes ?? '', completions);
  const tracked = pods.filter(isTracked);
  const newlySucceeded = tracked.filter(({ status }) => status?.phase === 'Succeeded');
  const succeeded = uniteIntervals(counted, validIndexes(job, newlySucceeded));
  const failed = limitsIndexes(job)
    ? uniteIntervals(
        parseIntervals(job.status?.failedIndexes ?? '', completions),
        validIndexes(
          job,
          tracked.filter((pod) => isIndexFailed(job, pod)),
        ),
      )
    : undefined;
  const busy = uniteIntervals(indexesOf(active), replacesFailedOnly(job) ? indexesOf(pods.filter(isTerminating)) : []);
  return {
    counted,
    succeeded,
    succeededCount: countIndexes(succeeded),
    failed,
    awaitingReplacement: failed
      ? lastFailedPods(job, tracked, uniteIntervals(succeeded, failed, indexesOf(active)))
      : new Map(),
    taken: uniteIntervals(succeeded, busy, failed ?? []),
  };
}

const indexesOf = (pods: readonly LivePod[]): Intervals =>
  intervalsOf(pods.map(completionIndex).filter((index) => index !== undefined));

const validIndexes = (job: LiveJob, pods: readonly LivePod[]): Intervals =>
  intervalsOf(pods.map((pod) => validIndex(job, pod)).filter((index) => index !== undefined));

function isIndexFailed(job: LiveJob, pod: LivePod): boolean {
  if (!isPodFailed(pod, job)) return false;
  const { action, counted } = judgeFailure(job.spec.podFailurePolicy, pod);
  return action === 'FailIndex' || (counted && failuresOf(pod).counted >= (job.spec.backoffLimitPerIndex ?? 0));
}

/** The latest failed Pod of each index that has to run again. */
function lastFailedPods(job: LiveJob, tracked: readonly LivePod[], settled: Intervals): Map<number, LivePod> {
  const latest = new Map<number, LivePod>();
  for (const pod of tracked) {
    const index = validIndex(job, pod);
    if (index === undefined || !isPodFailed(pod, job) || hasIndex(settled, index)) continue;
    const before = latest.get(index);
    const isLater =
      before === undefined || (allFailures(before) <= allFailures(pod) && finishedAt(pod) >= finishedAt(before));
    if (isLater) latest.set(index, pod);
  }
  return latest;
}

/** The failures of an index before a Pod ran it. */
export function failuresOf({ metadata: { annotations = {} } }: LivePod): {
  readonly counted: number;
  readonly ignored: number;
} {
  return { counted: int32(annotations[FAILURES_KEY]), ignored: int32(annotations[IGNORED_FAILURES_KEY]) };
}

/** The failures of an index before a Pod ran it, ignored ones included. */
export function allFailures(pod: LivePod): number {
  const { counted, ignored } = failuresOf(pod);
  return counted + ignored;
}

/** A count, or 0 if the text is not one: users may change annotations. */
function int32(text: string | undefined): number {
  const value = /^\+?\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  return value < 2 ** 31 ? value : 0;
}
