import { isNotFound, messageOfThrown, parseTime } from '@kb/apimachinery';
import { jobs } from '@kb/kubernetes/batch/v1';
import type { LiveJob } from '../job/job-pods.ts';
import { type CronJobSync, finishOf, isActive, removeActive } from './cron-jobs.ts';

/** Brings the status up to date with the Jobs of a CronJob: which of them run, and when the last one succeeded. */
export async function observeJobs(sync: CronJobSync, children: readonly LiveJob[]): Promise<void> {
  const { recorder, cronJob } = sync;
  for (const job of children) {
    const { uid, name } = job.metadata;
    const finish = finishOf(job);
    if (finish === undefined) {
      if (isActive(sync, uid)) continue;
      const message = `Saw a job that the controller did not create or forgot: ${name}`;
      recorder.record(cronJob, 'Warning', 'UnexpectedJob', message);
      continue;
    }
    if (isActive(sync, uid)) {
      removeActive(sync, uid);
      sync.isChanged = true;
      recorder.record(cronJob, 'Normal', 'SawCompletedJob', `Saw completed job: ${name}, condition: ${finish}`);
    }
    if (finish === 'Complete') noteSuccess(sync, job);
  }
  await forgetMissingJobs(sync, children);
}

function noteSuccess(sync: CronJobSync, job: LiveJob): void {
  const { completionTime } = job.status ?? {};
  const { lastSuccessfulTime } = sync.status;
  if (typeof completionTime !== 'string') return;
  const before = parseTime(lastSuccessfulTime ?? '') ?? -Infinity;
  if ((parseTime(completionTime) ?? 0) <= before) return;
  sync.status.lastSuccessfulTime = completionTime;
  sync.isChanged = true;
}

/** Removes Jobs from the list of the status that no longer exist. */
async function forgetMissingJobs(sync: CronJobSync, children: readonly LiveJob[]): Promise<void> {
  const { client, recorder, cronJob } = sync;
  const known = new Set(children.map(({ metadata }) => metadata.uid));
  for (const { uid, name = '', namespace = '' } of sync.active) {
    if (known.has(uid ?? '')) continue;
    try {
      await client.get(jobs, { namespace, name });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      recorder.record(cronJob, 'Normal', 'MissingJob', `Active job went missing: ${name}`);
      removeActive(sync, uid);
      sync.isChanged = true;
    }
  }
}

/** Deletes the oldest finished Jobs beyond the limits of the history. */
export async function limitHistory(sync: CronJobSync, children: readonly LiveJob[]): Promise<void> {
  const { successfulJobsHistoryLimit: succeeded, failedJobsHistoryLimit: failed } = sync.cronJob.spec;
  for (const [finish, limit] of [['Complete', succeeded] as const, ['Failed', failed] as const]) {
    if (limit === undefined) continue;
    const finished = children.filter((job) => finishOf(job) === finish).toSorted(compareStarts);
    for (const job of finished.slice(0, Math.max(0, finished.length - limit))) {
      if (await deleteJob(sync, job)) sync.isChanged = true;
    }
  }
}

/** Compares the starts of Jobs, then their names. Jobs that never started come last. */
function compareStarts(a: LiveJob, b: LiveJob): number {
  const [startA, startB] = [a, b].map(({ status }) => parseTime(status?.startTime ?? '') ?? Infinity);
  if (startA !== startB) return (startA ?? 0) < (startB ?? 0) ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** Deletes a Job of a CronJob, with its Pods. Resolves with false if that failed. */
export async function deleteJob(sync: CronJobSync, job: LiveJob): Promise<boolean> {
  const { client, recorder, cronJob } = sync;
  try {
    await client.delete(jobs, job.metadata, { propagationPolicy: 'Background' });
  } catch (error) {
    recorder.record(cronJob, 'Warning', 'FailedDelete', `Deleted job: ${messageOfThrown(error)}`);
    return false;
  }
  removeActive(sync, job.metadata.uid);
  recorder.record(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${job.metadata.name}`);
  return true;
}
