import { isNotFound, keyOf } from '@kb/apimachinery';
import { uncheckedPatchValue } from '@kb/client';
import { pods as podResource } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { isReady } from '../../shared/pods.ts';
import { createPod, deletePod } from '../shared/pod-control.ts';
import { slowStart } from '../shared/slow-start.ts';
import { remainingBackOff } from './back-off.ts';
import { firstMissing } from './intervals.ts';
import { allFailures } from './job-indexes.ts';
import { finishedAt, isTracked, limitsIndexes, replacesFailedOnly, TRACKING_FINALIZER } from './job-pods.ts';
import type { JobSync } from './job-sync.ts';
import { podOfJob } from './pod-of-job.ts';
import { podsToRemove } from './pods-to-remove.ts';

/** The most Pods that one sync creates or deletes. */
const BURST = 500;

/** The result of {@link managePods}. */
export interface ManageResult {
  /** The first error of a write, if any. */
  readonly failure?: unknown;
  /** The milliseconds until the back-off lets a Pod be created. */
  readonly wait?: number;
}

/** Creates missing Pods of a Job, or deletes surplus ones; all of them if it is suspended. Updates its counts. */
export async function managePods(sync: JobSync): Promise<ManageResult> {
  const { job, active } = sync;
  if (job.spec.suspend) return { failure: await removePods(sync, podsToRemove(job, active, active.length)) };
  const wanted = wantedActive(sync);
  const surplus = podsToRemove(job, active, Math.max(0, active.length - wanted)).slice(0, BURST);
  if (surplus.length > 0) return { failure: await removePods(sync, surplus) };
  const ending = replacesFailedOnly(job) ? sync.terminatingCount : 0;
  const missing = wanted - ending - active.length;
  return missing > 0 ? await createPods(sync, Math.min(missing, BURST)) : {};
}

/** Deletes the active Pods of a Job that ends; they keep their finalizers until they are counted. */
export async function deleteActivePods(sync: JobSync): Promise<{ readonly failure: unknown; readonly all: boolean }> {
  const { job, active, tools } = sync;
  const failures = await removeEach(sync, active, (pod) => deletePod(job, pod, tools));
  return { failure: failures[0], all: failures.length === 0 };
}

function wantedActive({ job, active, succeeded }: JobSync): number {
  const { parallelism = 1, completions } = job.spec;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

async function removePods(sync: JobSync, pods: readonly LivePod[]): Promise<unknown> {
  const { job, tools } = sync;
  const failures = await removeEach(sync, pods, async (pod) => {
    await removeTracking(tools.client, pod);
    await deletePod(job, pod, tools);
  });
  return failures[0];
}

/** Removes Pods at once, and counts those that succeed as terminating. Resolves with the errors of the others. */
async function removeEach(
  sync: JobSync,
  pods: readonly LivePod[],
  remove: (pod: LivePod) => Promise<void>,
): Promise<unknown[]> {
  const results = await Promise.allSettled(pods.map(remove));
  const removed = pods.filter((_, index) => results[index]?.status === 'fulfilled');
  sync.activeCount -= removed.length;
  sync.terminatingCount += removed.length;
  sync.readyCount -= removed.filter(isReady).length;
  return results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
}

/** Removes the tracking finalizer of a Pod, if it has it. Resolves also if the Pod is gone. */
export async function removeTracking(client: ReconcileClient, pod: LivePod): Promise<void> {
  if (!isTracked(pod)) return;
  try {
    const value = uncheckedPatchValue({ metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING_FINALIZER] } });
    await client.patch(podResource, keyOf(pod), { type: 'strategic', value });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function createPods(sync: JobSync, missing: number): Promise<ManageResult> {
  const { job, indexes, tools } = sync;
  const wait = limitsIndexes(job) ? 0 : remainingBackOff(sync.backOff, tools.now);
  if (wait > 0) return { wait };
  const chosen = indexes && chooseIndexes(sync, missing);
  if (chosen?.now.length === 0) return chosen.wait === undefined ? {} : { wait: chosen.wait };
  const left = chosen?.now.values();
  const count = chosen?.now.length ?? missing;
  const { successes, failure } = await slowStart(count, async () => {
    const index = left?.next().value;
    const replaced = index === undefined ? undefined : indexes?.awaitingReplacement.get(index);
    await createPod(job, podOfJob(job, index, replaced), tools);
  });
  sync.activeCount += successes;
  return { failure };
}

/** The next indexes that may run now, and the milliseconds until another one may, if none may now. */
function chooseIndexes(sync: JobSync, missing: number): { readonly now: number[]; readonly wait?: number } {
  const { job, indexes, tools } = sync;
  const next = firstMissing(indexes?.taken ?? [], missing, job.spec.completions ?? 0);
  if (!limitsIndexes(job)) return { now: next };
  const waits = next.map((index) => {
    const failed = indexes?.awaitingReplacement.get(index);
    if (failed === undefined) return 0;
    return remainingBackOff({ failures: allFailures(failed) + 1, lastFailureAt: finishedAt(failed) }, tools.now);
  });
  const now = next.filter((_, position) => waits[position] === 0);
  return now.length > 0 || waits.length === 0 ? { now } : { now, wait: Math.min(...waits) };
}
