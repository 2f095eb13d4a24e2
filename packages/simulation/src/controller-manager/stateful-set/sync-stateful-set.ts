import { labelSelectorOf } from '@kb/apimachinery/selectors';
import { statefulSets } from '@kb/kubernetes/apps/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { nextAvailability } from '../../shared/pods.ts';
import { deleteRevisions, revisionsOf } from '../shared/history/revision-control.ts';
import { excessRevisions } from '../shared/history/revisions.ts';
import type { LiveRevision } from '../shared/history/template-patch.ts';
import { arrangePods } from './arrange-pods.ts';
import { type LiveStatefulSet, revisionOfPod } from './members.ts';
import { syncRevisions } from './set-revisions.ts';
import type { SetSync, SetTools } from './set-sync.ts';
import { asStored, countPods, differsFrom, withFinishedUpdate } from './stateful-set-status.ts';

const DEFAULT_HISTORY_LIMIT = 10;

/**
 * Syncs a StatefulSet: its revisions, its Pods and claims, its status, and the limit of its history. Resolves with the
 * milliseconds until a Pod becomes available; undefined if none will by itself. Rejects with the first error, after the
 * status is written.
 */
export async function syncStatefulSet(
  set: LiveStatefulSet,
  pods: readonly LivePod[],
  tools: SetTools,
): Promise<number | undefined> {
  const { client, now } = tools;
  const sorted = await revisionsOf(set, statefulSets, labelSelectorOf(set.spec.selector), client);
  const revisions = await syncRevisions(set, sorted, client);
  const sync: SetSync = { ...tools, set, revisions, isOrdered: set.spec.podManagementPolicy !== 'Parallel' };
  const { current, update, collisionCount } = revisions;
  const counted = countPods(
    set,
    { currentRevision: current.name, updateRevision: update.name, collisionCount },
    pods,
    now,
  );
  const { replaced, failure } = await arrangedOrFailure(sync, pods);
  const currentReplicas = counted.currentReplicas - (replaced ? 1 : 0);
  const status = withFinishedUpdate(set, { ...counted, currentReplicas });
  if (differsFrom(set, status)) await client.updateStatus(statefulSets, { ...set, status: asStored(status) });
  await trimHistory(sync, sorted, pods);
  if (failure !== undefined) throw failure;
  return nextAvailability(pods, set.spec.minReadySeconds ?? 0, now);
}

/** Arranges the Pods, unless the set is being deleted. */
async function arrangedOrFailure(
  sync: SetSync,
  pods: readonly LivePod[],
): Promise<{ readonly replaced: boolean; readonly failure?: unknown }> {
  if (sync.set.metadata.deletionTimestamp !== undefined) return { replaced: false };
  try {
    return await arrangePods(sync, pods);
  } catch (failure) {
    return { replaced: false, failure };
  }
}

/** Deletes the oldest revisions that no Pod is of, beyond the limit of the set. */
async function trimHistory(
  { set, revisions, client }: SetSync,
  sorted: readonly LiveRevision[],
  pods: readonly LivePod[],
): Promise<void> {
  const limit = set.spec.revisionHistoryLimit ?? DEFAULT_HISTORY_LIMIT;
  if (sorted.length <= limit) return;
  const live = new Set([revisions.current.name, revisions.update.name, ...pods.map(revisionOfPod)]);
  await deleteRevisions(excessRevisions(sorted, live, limit), client);
}
