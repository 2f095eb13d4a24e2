import { equalJson } from '@kb/apimachinery';
import { cronJobs, jobs } from '@kb/kubernetes/batch/v1';
import { asReconciler, type Controller, controllerFor, type ReconcileContext, type ReconcileResult } from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController } from '../../shared/controller-index.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import type { CronJobStatus, CronJobSync, LiveCronJob } from './cron-jobs.ts';
import { limitHistory, observeJobs } from './observe-jobs.ts';
import { startDueJob } from './start-job.ts';

/** Creates the CronJob controller: starts Jobs on their schedules, and deletes old ones. */
export function cronJobController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'cronjob-controller');

  async function reconcile(cronJob: LiveCronJob, { client, now }: ReconcileContext): Promise<ReconcileResult> {
    const { active = [], ...status } = cronJob.status ?? {};
    const sync: CronJobSync = {
      client,
      recorder,
      now: now(),
      cronJob,
      status: { ...status },
      active: active.map((job) => ({ ...job })),
      isChanged: false,
    };
    const children = client.cached(jobs).byIndex(CONTROLLER_INDEX, cronJob.metadata.uid);
    await limitHistory(sync, children);
    let requeueAfter: number | undefined;
    try {
      await observeJobs(sync, children);
      requeueAfter = await startDueJob(sync);
    } finally {
      if (sync.isChanged) await writeStatus(sync);
    }
    return { requeueAfter };
  }

  return controllerFor(cronJobs)
    .named('cronjob-controller')
    .owns(jobs)
    .indexes(jobs, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(cronJobs, reconcile));
}

async function writeStatus({ client, cronJob, status, active }: CronJobSync): Promise<void> {
  const written: CronJobStatus = { ...status, ...(active.length > 0 && { active }) };
  if (!equalJson(written, cronJob.status)) await client.updateStatus(cronJobs, { ...cronJob, status: written });
}
