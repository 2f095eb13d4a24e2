import { type DeepReadonly, parseTime } from '@kb/apimachinery';
import type { Job } from '@kb/kubernetes/batch/v1';
import type { ContainerStatus } from '@kb/kubernetes/core/v1';
import { controllerOf } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';

/** A Job as the caches hold it. */
export type LiveJob = DeepReadonly<Job>;

/** The finalizer that keeps a Pod until its Job has counted it. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';

/** The annotation, and the label, with the completion index of a Pod. */
export const INDEX_KEY = 'batch.kubernetes.io/job-completion-index';

/** The name of the index of Pods by their Job: only those that its controller may still have to do with. */
export const JOB_INDEX = 'job';

/**
 * Returns the index key of a Pod for {@link JOB_INDEX}. Pods that have ended and are counted are left out, so that a
 * long Job does not cost more with each of its Pods.
 */
export function filedByJob(pod: LivePod): readonly string[] {
  const controller = controllerOf(pod);
  if (controller?.kind !== 'Job' || (isTerminal(pod) && !isTracked(pod))) return [];
  return [controller.uid];
}

/** Whether a Pod still has the finalizer: its Job has not counted it. */
export const isTracked = ({ metadata }: LivePod): boolean => metadata.finalizers?.includes(TRACKING_FINALIZER) ?? false;

/** Whether each completion of a Job has an index. */
export const isIndexed = ({ spec }: LiveJob): boolean => spec.completionMode === 'Indexed';

/** Whether a Job limits the failures of each index. */
export const limitsIndexes = ({ spec }: LiveJob): boolean => spec.backoffLimitPerIndex !== undefined;

/** Whether a Job replaces Pods only when they have failed, and not when they begin to terminate. */
export const replacesFailedOnly = ({ spec }: LiveJob): boolean =>
  spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;

/** Whether a Job has succeeded or failed. */
export const isFinished = ({ status }: LiveJob): boolean =>
  status?.conditions?.some(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True') ??
  false;

/** Whether another controller than the built-in one runs a Job. */
export const isManagedElsewhere = ({ spec: { managedBy } }: LiveJob): boolean =>
  managedBy !== undefined && managedBy !== 'kubernetes.io/job-controller';

/** The completion index of a Pod, from its annotation; undefined if it has none. */
export function completionIndex({ metadata }: LivePod): number | undefined {
  const text = metadata.annotations?.[INDEX_KEY] ?? '';
  return /^\+?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The completion index of a Pod of an indexed Job; undefined if the Job has no such index. */
export function validIndex(job: LiveJob, pod: LivePod): number | undefined {
  const index = completionIndex(pod);
  return index !== undefined && index < (job.spec.completions ?? 0) ? index : undefined;
}

/** Whether a Pod counts as failed. A Pod that is deleted does too, unless its Job waits for its end. */
export function isPodFailed(pod: LivePod, job: LiveJob): boolean {
  if (pod.status?.phase === 'Failed') return true;
  if (replacesFailedOnly(job)) return false;
  return pod.metadata.deletionTimestamp !== undefined && pod.status?.phase !== 'Succeeded';
}

/** When a Pod ended, in milliseconds since the epoch: as its containers say, else its conditions, else its deletion. */
export function finishedAt(pod: LivePod): number {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata;
  const ready = pod.status?.conditions?.find(({ type, status }) => type === 'Ready' && status === 'False');
  const deletedAt = parseTime(deletionTimestamp ?? '');
  return (
    containersFinishedAt(pod) ??
    parseTime(ready?.lastTransitionTime ?? '') ??
    (deletedAt === undefined ? undefined : deletedAt - 1000 * deletionGracePeriodSeconds) ??
    parseTime(creationTimestamp) ??
    0
  );
}

/** When the last container or sidecar ended; undefined if one has not. */
function containersFinishedAt({ spec, status }: LivePod): number | undefined {
  const sidecars = new Set(
    (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name),
  );
  const inits = (status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
  const times = [...(status?.containerStatuses ?? []), ...inits].map(endOf);
  if (times.length === 0 || times.includes(undefined)) return undefined;
  return Math.max(...times.map(Number));
}

const endOf = ({ state }: DeepReadonly<ContainerStatus>): number | undefined =>
  parseTime(state?.terminated?.finishedAt ?? '');
