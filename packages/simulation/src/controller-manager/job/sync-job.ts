import { formatTime } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import type { BackOff } from './back-off.ts';
import { completed, earlyFinish, isComplete, untilDeadline } from './finish.ts';
import type { LiveJob } from './job-pods.ts';
import { beginSync, type Finish, type JobSync, type JobTools, setCondition } from './job-sync.ts';
import { deleteActivePods, managePods, type ManageResult } from './manage-pods.ts';
import { trackPods } from './track-pods.ts';

/** The failures of Jobs, by uid. */
export type BackOffs = Map<string, BackOff>;

/**
 * Brings the Pods and the status of a Job up to date. Resolves with the milliseconds until the next sync, if it needs
 * one; rejects with the first failed write.
 */
export async function syncJob(
  job: LiveJob,
  pods: readonly LivePod[],
  { backOffs, ...tools }: JobTools & { readonly backOffs: BackOffs },
): Promise<number | undefined> {
  const { uid } = job.metadata;
  const sync = beginSync(job, pods, backOffs.get(uid) ?? { failures: 0, lastFailureAt: 0 }, tools);
  const { finish, result, isChanged } = await act(sync);
  const { status } = sync;
  const before = job.status ?? {};
  const hasChanged =
    isChanged ||
    sync.activeCount !== (before.active ?? 0) ||
    sync.readyCount !== before.ready ||
    sync.terminatingCount !== before.terminating;
  status.active = sync.activeCount;
  status.ready = sync.readyCount;
  status.terminating = sync.terminatingCount;
  await trackPods(sync, finish, hasChanged, () => backOffs.set(uid, sync.backOff));
  if (result.failure !== undefined) throw result.failure;
  const waits = [result.wait, finish === undefined ? untilDeadline(sync) : undefined].filter(
    (wait) => wait !== undefined,
  );
  return waits.length === 0 ? undefined : Math.min(...waits);
}

interface Acted {
  readonly finish?: Finish;
  readonly result: ManageResult;
  readonly isChanged: boolean;
}

/** Manages the Pods of a Job, and decides whether it ends. */
async function act(sync: JobSync): Promise<Acted> {
  const early = earlyFinish(sync);
  if (early !== undefined) {
    const { failure, all } = await deleteActivePods(sync);
    // Without all Pods gone, it cannot end yet.
    return { ...(all && { finish: early }), result: { failure }, isChanged: false };
  }
  const isManaged = sync.job.metadata.deletionTimestamp === undefined;
  const result = isManaged ? await managePods(sync) : {};
  if (isComplete(sync)) return { finish: completed, result, isChanged: false };
  return { result, isChanged: isManaged && reportSuspension(sync) };
}

/** Reports that the Job is suspended, or that it goes on. Returns whether that changed the status. */
function reportSuspension({ job, status, tools }: JobSync): boolean {
  const { recorder, now } = tools;
  if (job.spec.suspend) {
    const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' };
    if (!setCondition(status, suspended, now)) return false;
    recorder.record(job, 'Normal', 'Suspended', suspended.message);
    delete status.startTime;
    return true;
  }
  const resumed = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' };
  if (!setCondition(status, resumed, now)) return false;
  recorder.record(job, 'Normal', 'Resumed', resumed.message);
  status.startTime = formatTime(now);
  return true;
}
