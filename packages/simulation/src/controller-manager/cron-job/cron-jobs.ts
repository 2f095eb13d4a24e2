import type { DeepReadonly } from '@kb/apimachinery';
import type { CronJob } from '@kb/kubernetes/batch/v1';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { ReconcileClient } from '@kb/runtime';
import type { LiveJob } from '../job/job-pods.ts';

/** A CronJob as the caches hold it. */
export type LiveCronJob = DeepReadonly<CronJob>;

/** The status of a CronJob. */
export type CronJobStatus = NonNullable<CronJob['status']>;

/** A reference of a CronJob to a Job that has not finished. */
export type ActiveJob = NonNullable<CronJobStatus['active']>[number];

/** One sync of a CronJob: what it works with, and the status that it will write. */
export interface CronJobSync {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly now: number;
  readonly cronJob: LiveCronJob;
  readonly status: CronJobStatus;
  active: ActiveJob[];
  /** Whether the status differs from the one on the server. */
  isChanged: boolean;
}

/** The condition with which a Job has finished; undefined if it has not. */
export const finishOf = ({ status }: LiveJob): 'Complete' | 'Failed' | undefined => {
  const found = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
  return found?.type === 'Complete' ? 'Complete' : found && 'Failed';
};

/** Whether the status of the CronJob lists a Job. */
export const isActive = ({ active }: CronJobSync, uid: string): boolean => active.some((job) => job.uid === uid);

/** Removes a Job from the list of the status. */
export function removeActive(sync: CronJobSync, uid: string | undefined): void {
  sync.active = sync.active.filter((job) => job.uid !== uid);
}
