import { formatTime } from '@kb/apimachinery';
import { jobs, type JobStatus } from '@kb/kubernetes/batch/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { judgeFailure } from './failure-policy.ts';
import { formatIntervals, hasIndex, intervalsOf, uniteIntervals } from './intervals.ts';
import { isIndexed, isPodFailed, isTracked, type LiveJob, validIndex } from './job-pods.ts';
import { type Finish, type JobSync, setCondition, trueCondition } from './job-sync.ts';
import { removeTracking } from './manage-pods.ts';

/** The most Pods that one sync counts: their uids are in the status meanwhile. */
const LONGEST_LIST = 500;

/** The result of counting the Pods of a Job. */
interface Counted {
  /** Whether the status differs from the one on the server. */
  isChanged: boolean;
  /** The Pods whose finalizers can be removed. */
  readonly done: LivePod[];
  /** Whether {@link LONGEST_LIST} left Pods for the next sync. */
  isPartial: boolean;
}

/**
 * Counts the Pods that have ended, in the steps that lose none: writes their uids, and how the Job ends, into the
 * status; removes their finalizers; then moves them from the list to the counts, and ends the Job when nothing is left.
 *
 * `onWritten` is called after the first write.
 */
export async function trackPods(
  sync: JobSync,
  finish: Finish | undefined,
  isChanged: boolean,
  onWritten: () => void,
): Promise<void> {
  const { pods, status } = sync;
  const tracked = new Set(pods.filter(isTracked).map(({ metadata }) => metadata.uid));
  const cleaned = countListed(status, tracked);
  const counted = listEnded(sync, finish);
  let dirty = [writeInterimCondition(sync, finish), counted.isChanged, cleaned, isChanged].includes(true);
  if (dirty) {
    await writeStatus(sync);
    onWritten();
    dirty = false;
  }
  const failures = await removeFinalizers(sync, counted.done, tracked);
  if (countListed(status, tracked)) dirty = true;
  if (failures.length > 0) {
    if (dirty) await writeStatus(sync);
    throw failures[0];
  }
  const isOver = !counted.isPartial && finish !== undefined && enactFinish(sync, finish);
  if (dirty || isOver) await writeStatus(sync);
  if (isOver) recordFinish(sync, finish);
}

/** Lists the Pods that have ended in the status, and collects those whose finalizers can go. */
function listEnded(sync: JobSync, finish: Finish | undefined): Counted {
  const { job, pods, status, indexes, uncounted } = sync;
  const counted: Counted = { isChanged: false, done: [], isPartial: false };
  const list = {
    succeeded: status.uncountedTerminatedPods?.succeeded ?? [],
    failed: status.uncountedTerminatedPods?.failed ?? [],
  };
  const newIndexes: number[] = [];
  const sorted = isIndexed(job)
    ? pods.toSorted((a, b) => (validIndex(job, a) ?? -1) - (validIndex(job, b) ?? -1))
    : pods;
  for (const pod of sorted) {
    if (!isTracked(pod) || !canBeCounted(sync, finish, pod)) continue;
    counted.done.push(pod);
    const { uid } = pod.metadata;
    const index = validIndex(job, pod);
    if (pod.status?.phase === 'Succeeded' && !uncounted.failed.has(uid)) {
      if (indexes === undefined) {
        if (!uncounted.succeeded.has(uid)) list.succeeded.push(uid);
      } else if (index !== undefined && !hasIndex(indexes.counted, index)) newIndexes.push(index);
    } else if (isPodFailed(pod, job) || (finish !== undefined && finish.type !== 'SuccessCriteriaMet')) {
      const isNew = !uncounted.failed.has(uid) && (indexes === undefined || index !== undefined);
      if (isNew && judgeFailure(job.spec.podFailurePolicy, pod).counted) list.failed.push(uid);
    }
    if (newIndexes.length + list.succeeded.length + list.failed.length >= LONGEST_LIST) {
      counted.isPartial = true;
      break;
    }
  }
  const isLonger = list.succeeded.length > uncounted.succeeded.size || list.failed.length > uncounted.failed.size;
  status.uncountedTerminatedPods = listOf(list);
  const changed = indexes !== undefined && writeIndexes(sync, newIndexes);
  counted.isChanged = changed || newIndexes.length > 0 || isLonger;
  return counted;
}

/** Whether the finalizer of a Pod can go: it has ended, or its Job has. */
function canBeCounted({ job, indexes }: JobSync, finish: Finish | undefined, pod: LivePod): boolean {
  if (job.metadata.deletionTimestamp !== undefined || finish !== undefined || pod.status?.phase === 'Succeeded') {
    return true;
  }
  if (!isPodFailed(pod, job)) return false;
  const index = validIndex(job, pod);
  return index === undefined || indexes?.awaitingReplacement.get(index)?.metadata.uid !== pod.metadata.uid;
}

/** Writes the indexes into the status. Returns whether that changed it. */
function writeIndexes({ job, status, indexes }: JobSync, added: readonly number[]): boolean {
  if (indexes === undefined) return false;
  const completedIndexes = formatIntervals(uniteIntervals(indexes.succeeded, intervalsOf(added)));
  const failedIndexes = indexes.failed && formatIntervals(indexes.failed);
  status.succeeded = indexes.succeededCount;
  status.completedIndexes = completedIndexes;
  if (failedIndexes === undefined) delete status.failedIndexes;
  else status.failedIndexes = failedIndexes;
  return completedIndexes !== (job.status?.completedIndexes ?? '') || failedIndexes !== job.status?.failedIndexes;
}

/** Moves the Pods without a finalizer from the list of the status to its counts. Returns whether there were any. */
function countListed(status: JobStatus, tracked: ReadonlySet<string>): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const left = {
    succeeded: succeeded.filter((uid) => tracked.has(uid)),
    failed: failed.filter((uid) => tracked.has(uid)),
  };
  const added = [succeeded.length - left.succeeded.length, failed.length - left.failed.length] as const;
  status.succeeded = (status.succeeded ?? 0) + added[0];
  status.failed = (status.failed ?? 0) + added[1];
  status.uncountedTerminatedPods = listOf(left);
  return added[0] + added[1] > 0;
}

const listOf = (list: {
  readonly succeeded: string[];
  readonly failed: string[];
}): NonNullable<JobStatus['uncountedTerminatedPods']> => ({
  ...(list.succeeded.length > 0 && { succeeded: list.succeeded }),
  ...(list.failed.length > 0 && { failed: list.failed }),
});

async function removeFinalizers(sync: JobSync, done: readonly LivePod[], tracked: Set<string>): Promise<unknown[]> {
  const results = await Promise.allSettled(
    done.map(async (pod) => {
      await removeTracking(sync.tools.client, pod);
      tracked.delete(pod.metadata.uid);
    }),
  );
  return results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
}

/** Announces how the Job ends, before its Pods are gone. Returns whether that changed the status. */
function writeInterimCondition({ status, tools }: JobSync, finish: Finish | undefined): boolean {
  if (finish === undefined || finish.type === 'Failed' || trueCondition(status, finish.type)) return false;
  return setCondition(status, { ...finish, status: 'True' }, tools.now);
}

/** Ends the Job, unless Pods are not counted yet, or are still terminating. Returns whether it has ended. */
function enactFinish({ status, terminatingCount, tools }: JobSync, finish: Finish): boolean {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length + terminatingCount > 0) return false;
  const type = finish.type === 'SuccessCriteriaMet' ? 'Complete' : 'Failed';
  setCondition(status, { ...finish, type, status: 'True' }, tools.now);
  if (type === 'Complete') status.completionTime = formatTime(tools.now);
  return true;
}

function recordFinish({ job, status, tools }: JobSync, finish: Finish): void {
  const { recorder } = tools;
  if (finish.type !== 'SuccessCriteriaMet') {
    recorder.record(job, 'Warning', finish.reason, finish.message);
    return;
  }
  if (job.spec.completions !== undefined && (status.succeeded ?? 0) > job.spec.completions) {
    const message = 'Too many succeeded pods running after completion count reached';
    recorder.record(job, 'Warning', 'TooManySucceededPods', message);
  }
  recorder.record(job, 'Normal', 'Completed', 'Job completed');
}

/** Writes the status, without counts of zero, which the API server does not keep. */
async function writeStatus(sync: JobSync): Promise<void> {
  const { active, succeeded, failed, completedIndexes, ...rest } = sync.status;
  const status: JobStatus = {
    ...rest,
    ...(active && { active }),
    ...(succeeded && { succeeded }),
    ...(failed && { failed }),
    ...(completedIndexes && { completedIndexes }),
  };
  const written: LiveJob = await sync.tools.client.updateStatus(jobs, { ...sync.job, status });
  sync.job = written;
}
