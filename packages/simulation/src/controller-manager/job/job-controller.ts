import { controllerOf, keyOf } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { type Job, jobs } from '@kb/kubernetes/batch/v1';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type EventHandler,
  type KeyQueue,
  newController,
  objectPredicate,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LivePod } from '../../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import {
  filedByJob,
  isFinished,
  isManagedElsewhere,
  isTracked,
  JOB_INDEX,
  type LiveJob,
  TRACKING_FINALIZER,
} from './job-pods.ts';
import { removeTracking } from './manage-pods.ts';
import { type BackOffs, syncJob } from './sync-job.ts';

/** Events of Pods, and of a Job's status, wait this long, so that one sync handles many of them. */
const batched = { after: 1000 };

/** Jobs are synced side by side, as many as kube-controller-manager does. */
const CONCURRENCY = 5;

const FIRST_RETRY_MS = 1000;

/** Creates the controllers of Jobs: one that runs them, and one that releases Pods that no Job counts any more. */
export function jobControllers({ recorders }: SimulationParts): Controller[] {
  const recorder = recorders.for('kube-controller-manager', 'job-controller');
  const backOffs: BackOffs = new Map();

  async function reconcile(job: LiveJob, { client, now }: ReconcileContext): Promise<ReconcileResult> {
    if (isManagedElsewhere(job)) return {};
    if (isFinished(job)) {
      backOffs.delete(job.metadata.uid);
      return {};
    }
    const own = client.cached(pods).byIndex(JOB_INDEX, job.metadata.uid);
    const orphans = client.cached(pods).byIndex(CONTROLLER_INDEX, orphansIn(job.metadata.namespace));
    const selector = labelSelectorOf(job.spec.selector ?? {});
    const claimed = await claim(
      { client, owner: job, ownerResource: jobs, selector, resource: pods, finalizer: TRACKING_FINALIZER },
      [...own, ...orphans],
    );
    return { requeueAfter: await syncJob(job, claimed, { client, recorder, now: now(), backOffs }) };
  }

  const whenJobChanges: EventHandler<Job> = {
    create: ({ object }, queue) => queue.add(keyOf(object)),
    update: ({ objectOld: before, object }, queue) => {
      if (isFinished(object)) return;
      const isSpec = before.metadata.generation !== object.metadata.generation;
      queue.add(keyOf(object), isSpec ? {} : batched);
    },
    delete: ({ object }) => void backOffs.delete(object.metadata.uid),
  };

  const running = newController()
    .named('job-controller')
    .watches(jobs, whenJobChanges)
    .watches(pods, whenPodChanges)
    .indexes(pods, JOB_INDEX, filedByJob)
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager', CONCURRENCY, FIRST_RETRY_MS))
    .reconcile(asReconciler(jobs, reconcile));
  return [running, releaseController()];
}

const whenPodChanges: EventHandler<Pod> = {
  create: ({ object }, queue, reads) => wakeJobs(object, queue, reads),
  update: ({ objectOld: before, object }, queue, reads) => {
    if (controllerOf(before)?.uid !== controllerOf(object)?.uid) wakeOwner(before, queue);
    wakeJobs(object, queue, reads);
  },
  delete: ({ object }, queue) => wakeOwner(object, queue),
};

function wakeOwner(pod: LivePod, queue: KeyQueue): void {
  const owner = controllerOf(pod);
  const { namespace = '' } = pod.metadata;
  if (owner?.kind === 'Job') queue.add({ namespace, name: owner.name }, batched);
}

/** Wakes the Job of a Pod; for a Pod without a controller, the Jobs that may adopt it. */
function wakeJobs(pod: LivePod, queue: KeyQueue, { cached }: CachedReads): void {
  if (controllerOf(pod) !== undefined) {
    wakeOwner(pod, queue);
    return;
  }
  for (const job of cached(jobs).list({ namespace: pod.metadata.namespace ?? '' })) {
    const selector = labelSelectorOf(job.spec.selector ?? {});
    if (matchesLabels(selector, pod.metadata.labels)) queue.add(keyOf(job), batched);
  }
}

/**
 * Creates a controller that removes the tracking finalizer of Pods whose Job is gone or has finished, so that they can
 * be deleted.
 */
function releaseController(): Controller {
  const wakePods = (job: LiveJob, queue: KeyQueue, { cached }: CachedReads): void => {
    for (const pod of cached(pods).byIndex(JOB_INDEX, job.metadata.uid)) if (isTracked(pod)) queue.add(keyOf(pod));
  };
  const whenJobEnds: EventHandler<Job> = {
    update: ({ object }, queue, reads) => {
      if (isFinished(object)) wakePods(object, queue, reads);
    },
    delete: ({ object }, queue, reads) => wakePods(object, queue, reads),
  };
  return controllerFor(pods, { predicates: [objectPredicate<Pod>(isTracked)] })
    .named('job-orphan-pods')
    .watches(jobs, whenJobEnds)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(async ({ key, client }) => {
      const pod = client.cached(pods).get(key);
      if (pod !== undefined && isTracked(pod) && isReleased(pod, client)) await removeTracking(client, pod);
    });
}

/** Whether no Job will count a Pod: its Job is gone or finished, or it has none. */
function isReleased(pod: LivePod, { cached }: CachedReads): boolean {
  const owner = controllerOf(pod);
  if (owner === undefined) return true;
  if (owner.kind !== 'Job' || owner.apiVersion !== 'batch/v1') return false;
  const job = cached(jobs).get({ namespace: pod.metadata.namespace ?? '', name: owner.name });
  if (job?.metadata.uid !== owner.uid) return true;
  return isFinished(job) && !isManagedElsewhere(job);
}
