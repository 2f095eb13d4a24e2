import {
  controllerOf,
  formatTime,
  hasStatusCause,
  isAlreadyExists,
  messageOfThrown,
  type ObjectMetaInput,
  ownerReferenceTo,
  parseTime,
} from '@kb/apimachinery';
import { formatOffset, parseSchedule, type Schedule, timeZone } from '@kb/apimachinery/server';
import { type Job, jobs } from '@kb/kubernetes/batch/v1';
import type { LiveJob } from '../job/job-pods.ts';
import { type CronJobSync, isActive, type LiveCronJob } from './cron-jobs.ts';
import { missedTimes, untilNextTime } from './missed-times.ts';
import { deleteJob } from './observe-jobs.ts';

/** Starts a Job if one is due. Resolves with the milliseconds until the next time; undefined if there is none. */
export async function startDueJob(sync: CronJobSync): Promise<number | undefined> {
  const { cronJob, recorder } = sync;
  const { spec } = cronJob;
  if (cronJob.metadata.deletionTimestamp !== undefined) return undefined;
  if (spec.timeZone !== undefined && timeZone(spec.timeZone) === undefined) {
    const message = `invalid timeZone: ${JSON.stringify(spec.timeZone)}: unknown time zone ${spec.timeZone}`;
    recorder.record(cronJob, 'Warning', 'UnknownTimeZone', message);
    return undefined;
  }
  if (spec.suspend) return undefined;
  const schedule = readSchedule(sync);
  return schedule && (await startDue(sync, schedule));
}

/** Reads the schedule; records an Event if it is not one. */
function readSchedule({ cronJob, recorder }: CronJobSync): Schedule | undefined {
  const { schedule: text, timeZone: zone } = cronJob.spec;
  if (zone === undefined && text.includes('TZ')) {
    const message = `CRON_TZ or TZ used in schedule ${JSON.stringify(text)} is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`;
    recorder.record(cronJob, 'Warning', 'UnsupportedSchedule', message);
  }
  const parsed = parseSchedule(text, zone);
  if ('schedule' in parsed) return parsed.schedule;
  const message = `unparseable schedule: ${JSON.stringify(text)} : ${parsed.error}`;
  recorder.record(cronJob, 'Warning', 'UnparseableSchedule', message);
  return undefined;
}

async function startDue(sync: CronJobSync, schedule: Schedule): Promise<number | undefined> {
  const { cronJob, recorder, now, status } = sync;
  const times = missedTimes(cronJob, schedule, { now, withDeadline: true });
  if (times === undefined) {
    const message = `invalid schedule: ${cronJob.spec.schedule} : time difference between two schedules is less than 1 second`;
    recorder.record(cronJob, 'Warning', 'InvalidSchedule', message);
    return undefined;
  }
  const { latest, missed } = times;
  const next = (): number | undefined =>
    untilNextTime({ ...cronJob, status: { ...cronJob.status, ...status } }, schedule, now);
  if (latest === undefined) return next();
  if (missed === 'many') {
    const message = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    recorder.record(cronJob, 'Warning', 'TooManyMissedTimes', message);
  }
  if (isTooLate(sync, latest) || isStarted(sync, latest) || isForbidden(sync)) return next();
  if (cronJob.spec.concurrencyPolicy === 'Replace') await deleteActiveJobs(sync);
  const job = await createJob(sync, latest);
  if (job === undefined) return undefined;
  const { name, namespace, uid, resourceVersion } = job.metadata;
  const reference = { kind: 'Job', apiVersion: 'batch/v1', name, uid, resourceVersion };
  sync.active = [...sync.active, { ...reference, ...(namespace !== undefined && { namespace }) }];
  status.lastScheduleTime = formatTime(latest);
  sync.isChanged = true;
  return next();
}

/** The name of the Job of a time: there is one for each minute. */
const jobName = ({ metadata }: LiveCronJob, time: number): string => `${metadata.name}-${Math.floor(time / 60_000)}`;

function isTooLate({ cronJob, recorder, now }: CronJobSync, time: number): boolean {
  const { startingDeadlineSeconds } = cronJob.spec;
  if (startingDeadlineSeconds === undefined || time + 1000 * startingDeadlineSeconds >= now) return false;
  const date = new Date(time).toUTCString().replace('GMT', '+0000');
  recorder.record(cronJob, 'Warning', 'MissSchedule', `Missed scheduled time to start a job: ${date}`);
  return true;
}

const isStarted = ({ cronJob, active, status }: CronJobSync, time: number): boolean =>
  active.some(({ name }) => name === jobName(cronJob, time)) || parseTime(status.lastScheduleTime ?? '') === time;

function isForbidden({ cronJob, active, recorder }: CronJobSync): boolean {
  if (cronJob.spec.concurrencyPolicy !== 'Forbid' || active.length === 0) return false;
  const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
  recorder.record(cronJob, 'Normal', 'JobAlreadyActive', message);
  return true;
}

async function deleteActiveJobs(sync: CronJobSync): Promise<void> {
  const { client, recorder, cronJob } = sync;
  for (const { name = '', namespace = '' } of sync.active) {
    const job = await client.get(jobs, { namespace, name }).catch((error: unknown) => {
      recorder.record(cronJob, 'Warning', 'FailedGet', `Get job: ${messageOfThrown(error)}`);
      throw error;
    });
    if (!(await deleteJob(sync, job))) throw new Error(`could not replace job ${namespace}/${name}`);
    sync.isChanged = true;
  }
}

/** Creates the Job of a time. Resolves with undefined if another client has created it. */
async function createJob(sync: CronJobSync, time: number): Promise<LiveJob | undefined> {
  const { client, recorder, cronJob } = sync;
  const job = jobFromTemplate(cronJob, time);
  try {
    const created = await client.create(jobs, job);
    recorder.record(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${created.metadata.name}`);
    return created;
  } catch (error) {
    if (isAlreadyExists(error)) {
      const { namespace = '', name } = job.metadata;
      const found = await client.get(jobs, { namespace, name });
      const isOwn = controllerOf(found)?.uid === cronJob.metadata.uid;
      return isOwn && !isActive(sync, found.metadata.uid) ? found : undefined;
    }
    if (!hasStatusCause(error, 'NamespaceTerminating')) {
      recorder.record(cronJob, 'Warning', 'FailedCreate', `Error creating job: ${messageOfThrown(error)}`);
    }
    throw error;
  }
}

const SCHEDULED_KEY = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

function jobFromTemplate(
  cronJob: LiveCronJob,
  time: number,
): { readonly metadata: ObjectMetaInput & { readonly name: string }; readonly spec: Job['spec'] } {
  const { metadata = {}, spec } = cronJob.spec.jobTemplate;
  const { namespace } = cronJob.metadata;
  const zone = timeZone(cronJob.spec.timeZone ?? '');
  const offset = typeof zone === 'string' ? 0 : zone.offsetAt(time);
  const scheduled = formatTime(time + offset).replace('Z', formatOffset(offset));
  return {
    metadata: {
      name: jobName(cronJob, time),
      ...(namespace !== undefined && { namespace }),
      labels: { ...metadata.labels },
      annotations: { ...metadata.annotations, [SCHEDULED_KEY]: scheduled },
      ownerReferences: [ownerReferenceTo(cronJob, cronJob, { controller: true, blockOwnerDeletion: true })],
    },
    // The spec is sent unchanged.
    spec: (spec ?? {}) as Job['spec'],
  };
}
