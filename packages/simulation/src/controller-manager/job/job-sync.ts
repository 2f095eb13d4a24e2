import { formatTime } from '@kb/apimachinery';
import type { JobCondition, JobStatus } from '@kb/kubernetes/batch/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LivePod } from '../../shared/kinds.ts';
import { isActive, isReady, isTerminating } from '../../shared/pods.ts';
import { type BackOff, countBackOff } from './back-off.ts';
import { judgeFailure } from './failure-policy.ts';
import { type JobIndexes, jobIndexes } from './job-indexes.ts';
import { isIndexed, isPodFailed, isTracked, type LiveJob, validIndex } from './job-pods.ts';

/** What a sync of a Job works with. */
export interface JobTools {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly now: number;
}

/** The reason and the message of the condition that ends a Job. */
export interface Finish {
  readonly type: 'SuccessCriteriaMet' | 'FailureTarget' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

/** One sync of a Job: what it has found, and the status that it will write. */
export interface JobSync {
  readonly tools: JobTools;
  /** The Job as it was last read or written. */
  job: LiveJob;
  readonly status: JobStatus;
  /** The Pods of the Job that have not ended, or that are not counted. */
  readonly pods: readonly LivePod[];
  readonly active: readonly LivePod[];
  /** The uids of Pods that the status lists as not counted yet. */
  readonly uncounted: { readonly succeeded: ReadonlySet<string>; readonly failed: ReadonlySet<string> };
  readonly backOff: BackOff;
  /** How many Pods have succeeded, or indexes in an indexed Job, and how many Pods have failed. */
  readonly succeeded: number;
  readonly failed: number;
  /** Set for indexed Jobs. */
  readonly indexes: JobIndexes | undefined;
  activeCount: number;
  readyCount: number;
  terminatingCount: number;
}

/** Counts the Pods of a Job. `before`: its failures until now. */
export function beginSync(job: LiveJob, pods: readonly LivePod[], before: BackOff, tools: JobTools): JobSync {
  const status = copyOfStatus(job);
  const active = pods.filter(isActive);
  const uncounted = {
    succeeded: new Set(status.uncountedTerminatedPods?.succeeded),
    failed: new Set(status.uncountedTerminatedPods?.failed),
  };
  const isNew = (pod: LivePod, counting: ReadonlySet<string>): boolean =>
    isTracked(pod) && !counting.has(pod.metadata.uid) && (!isIndexed(job) || validIndex(job, pod) !== undefined);
  const newSucceeded = pods.filter((pod) => pod.status?.phase === 'Succeeded' && isNew(pod, uncounted.succeeded));
  const newFailed = pods.filter((pod) => isPodFailed(pod, job) && isNew(pod, uncounted.failed));
  const counted = newFailed.filter((pod) => judgeFailure(job.spec.podFailurePolicy, pod).counted);
  const indexes = isIndexed(job) ? jobIndexes(job, pods, active) : undefined;
  if (status.startTime === undefined && !job.spec.suspend) status.startTime = formatTime(tools.now);
  return {
    tools,
    job,
    status,
    pods,
    active,
    uncounted,
    backOff: countBackOff(before, newSucceeded, newFailed),
    succeeded: indexes?.succeededCount ?? (status.succeeded ?? 0) + newSucceeded.length + uncounted.succeeded.size,
    failed: (status.failed ?? 0) + counted.length + uncounted.failed.size,
    indexes,
    activeCount: active.length,
    readyCount: active.filter(isReady).length,
    terminatingCount: pods.filter(isTerminating).length,
  };
}

/** Copies the status, so that a sync may change it. */
function copyOfStatus({ status }: LiveJob): JobStatus {
  const { conditions, uncountedTerminatedPods: pods, startTime, ...rest } = status ?? {};
  return {
    ...rest,
    // A suspended Job may have a null.
    ...(typeof startTime === 'string' && { startTime }),
    ...(conditions && { conditions: conditions.map((condition) => ({ ...condition })) }),
    uncountedTerminatedPods: {
      ...(pods?.succeeded && { succeeded: [...pods.succeeded] }),
      ...(pods?.failed && { failed: [...pods.failed] }),
    },
  };
}

/** The condition of a type, if it is True. */
export const trueCondition = ({ conditions }: JobStatus, type: JobCondition['type']): JobCondition | undefined =>
  conditions?.find((condition) => condition.type === type && condition.status === 'True');

/**
 * Sets a condition of the status. Returns whether that changed it; a condition that does not exist is not added as
 * False.
 */
export function setCondition(
  status: JobStatus,
  condition: { readonly type: string; readonly status: string; readonly reason: string; readonly message: string },
  now: number,
): boolean {
  const conditions = status.conditions ?? [];
  const at = conditions.findIndex(({ type }) => type === condition.type);
  const before = conditions[at];
  if (before === undefined && condition.status === 'False') return false;
  const { reason, message } = condition;
  if (before?.status === condition.status && before.reason === reason && before.message === message) return false;
  const time = formatTime(now);
  const set: JobCondition = { ...condition, lastProbeTime: time, lastTransitionTime: time };
  status.conditions = before === undefined ? [...conditions, set] : conditions.with(at, set);
  return true;
}
