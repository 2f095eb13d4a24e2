import { isNotFound, keyOf, parseTime } from '@kb/apimachinery';
import { jobs } from '@kb/kubernetes/batch/v1';
import { asReconciler, type Controller, controllerFor, type ReconcileContext, type ReconcileResult } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import type { LiveJob } from '../job/job-pods.ts';

/** Creates the controller that deletes finished Jobs, and their Pods, after their `ttlSecondsAfterFinished`. */
export function ttlAfterFinishedController(): Controller {
  return controllerFor(jobs)
    .named('ttl-after-finished-controller')
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(jobs, deleteExpired));
}

async function deleteExpired(job: LiveJob, { client, now }: ReconcileContext): Promise<ReconcileResult> {
  const expiresAt = expiryOf(job);
  if (expiresAt === undefined) return {};
  if (expiresAt > now()) return { requeueAfter: expiresAt - now() };
  try {
    // The cache may be old: the time to live may have changed.
    const fresh = await client.get(jobs, keyOf(job));
    const { uid } = fresh.metadata;
    const freshExpiry = expiryOf(fresh);
    if (freshExpiry === undefined || freshExpiry > now()) return {};
    await client.delete(jobs, keyOf(job), { propagationPolicy: 'Foreground', preconditions: { uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return {};
}

/** When a Job expires, in milliseconds since the epoch; undefined if it has not finished, or never expires. */
function expiryOf({ metadata, spec, status }: LiveJob): number | undefined {
  const { ttlSecondsAfterFinished } = spec;
  if (ttlSecondsAfterFinished === undefined || metadata.deletionTimestamp !== undefined) return undefined;
  const end = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
  const finishedAt = parseTime(end?.lastTransitionTime ?? '');
  return finishedAt === undefined ? undefined : finishedAt + 1000 * ttlSecondsAfterFinished;
}
