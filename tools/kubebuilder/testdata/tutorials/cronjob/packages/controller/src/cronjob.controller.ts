import { type DeepReadonly, formatTime, parseTime } from '@kb/apimachinery';
import { parseSchedule, type Schedule } from '@kb/apimachinery/server';
import { type Job, type JobApply, jobs } from '@kb/kubernetes/batch/v1';
import { type Controller, controllerFor } from '@kb/runtime';
import { type CronJob, cronJobs } from '@project/client/batch/v1';

/** When a Job should have been created. */
const SCHEDULED_AT = 'batch.tutorial.kubebuilder.io/scheduled-at';
/** By this index a CronJob finds its Jobs. */
const OWNER = 'owner';
/** With more missed runs than this, the clock or the schedule is wrong. */
const MANY_MISSED = 100;

// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs/finalizers,verbs=update
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=batch,resources=jobs/status,verbs=get

/** Creates Jobs on the schedule of each CronJob, and removes old ones. */
export const cronJobController: Controller = controllerFor(cronJobs)
  .owns(jobs)
  .reconcile(async ({ key, client, log, now }) => {
    const cronJob = client.cached(cronJobs).get(key);
    if (!cronJob || cronJob.metadata.deletionTimestamp) return;
    const { name, namespace = '' } = cronJob.metadata;
    const own = client
      .cached(jobs)
      .list({ namespace })
      .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === cronJob.metadata.uid));
    const active = own.filter((job) => resultOf(job) === undefined);

    const last = own.map(scheduledAt).toSorted((a, b) => b - a)[0];
    await client.applyStatus(cronJobs, {
      metadata: { name, namespace },
      status: {
        ...(last !== undefined && { lastScheduleTime: formatTime(last) }),
        ...(active.length > 0 && { active: active.slice(0, 10).map(referenceTo) }),
      },
    });

    await removeOld(own, 'Failed', cronJob.spec.failedJobsHistoryLimit);
    await removeOld(own, 'Complete', cronJob.spec.successfulJobsHistoryLimit);
    if (cronJob.spec.suspend) return;

    const parsed = parseSchedule(cronJob.spec.schedule);
    // Waiting does not help: the next change of the CronJob does.
    if ('error' in parsed) return void log.info('the schedule cannot be read', { reason: parsed.error });
    const { missed, next } = runsOf(cronJob, parsed.schedule, { last, now: now() });
    const later = next === undefined ? undefined : { requeueAfter: next - now() };
    const { startingDeadlineSeconds: deadline, concurrencyPolicy } = cronJob.spec;
    if (missed === undefined || (deadline !== undefined && missed + Number(deadline) * 1000 < now())) return later;
    if (concurrencyPolicy === 'Forbid' && active.length > 0) return later;
    if (concurrencyPolicy === 'Replace') {
      for (const { metadata } of active) await client.delete(jobs, metadata, { propagationPolicy: 'Background' });
    }
    await client.apply(jobs, jobFor(cronJob, missed), { controlledBy: cronJob });
    return later;

    async function removeOld(all: readonly DeepReadonly<Job>[], result: string, limit: number | undefined): Promise<void> {
      if (limit === undefined) return;
      const oldestFirst = all.filter((job) => resultOf(job) === result).toSorted((a, b) => scheduledAt(a) - scheduledAt(b));
      for (const { metadata } of oldestFirst.slice(0, Math.max(0, oldestFirst.length - limit)))
        await client.delete(jobs, metadata, { propagationPolicy: 'Background' });
    }
  });

/** How a Job ended; undefined while it runs. */
function resultOf({ status }: DeepReadonly<Job>): string | undefined {
  return status?.conditions?.find(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True')?.type;
}

function scheduledAt({ metadata }: DeepReadonly<Job>): number {
  return parseTime(metadata.annotations?.[SCHEDULED_AT] ?? '') ?? 0;
}

function referenceTo({ metadata }: DeepReadonly<Job>) {
  const { name, namespace, uid } = metadata;
  return { apiVersion: 'batch/v1', kind: 'Job', name, ...(namespace !== undefined && { namespace }), uid };
}

/** The last run that should have been, and the next one. */
function runsOf(
  { metadata, spec }: DeepReadonly<CronJob>,
  schedule: Schedule,
  { last, now }: { last: number | undefined; now: number },
): { missed: number | undefined; next: number | undefined } {
  const deadline = spec.startingDeadlineSeconds === undefined ? 0 : now - Number(spec.startingDeadlineSeconds) * 1000;
  const since = Math.max(last ?? parseTime(metadata.creationTimestamp ?? '') ?? now, deadline);
  let missed: number | undefined;
  let starts = 0;
  for (let run = schedule.next(since); run !== undefined && run <= now; run = schedule.next(run)) {
    missed = run;
    if ((starts += 1) > MANY_MISSED) throw new Error('too many missed runs: set startingDeadlineSeconds, or check the clock');
  }
  return { missed, next: schedule.next(now) };
}

/** One name for each run, so that a run never has two Jobs. */
function jobFor({ metadata, spec }: DeepReadonly<CronJob>, run: number): JobApply {
  const template = spec.jobTemplate;
  return {
    metadata: {
      name: `${metadata.name}-${run / 1000}`,
      namespace: metadata.namespace ?? '',
      labels: { ...template.metadata?.labels },
      annotations: { ...template.metadata?.annotations, [SCHEDULED_AT]: formatTime(run) },
    },
    spec: template.spec,
  } as JobApply;
}
