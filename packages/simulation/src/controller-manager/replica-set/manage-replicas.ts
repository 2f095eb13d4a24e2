import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { createPod, deletePod, podFromTemplate } from '../shared/pod-control.ts';
import { slowStart } from '../shared/slow-start.ts';
import { podsToDelete } from './pods-to-delete.ts';

/** Options of {@link manageReplicas}. */
export interface ManageReplicasOptions {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  /** The Pods of all ReplicaSets with the same owner. */
  readonly related: () => Iterable<LivePod>;
  readonly now: number;
}

/** The most Pods that one reconcile creates or deletes. */
const BURST = 500;

/**
 * Creates missing Pods of a ReplicaSet, or deletes surplus ones. Resolves with the first error if some calls failed.
 */
export async function manageReplicas(
  replicaSet: LiveReplicaSet,
  active: readonly LivePod[],
  options: ManageReplicasOptions,
): Promise<unknown> {
  const missing = (replicaSet.spec.replicas ?? 1) - active.length;
  if (missing > 0) return await createPods(replicaSet, Math.min(missing, BURST), options);
  if (missing < 0) return await deletePods(replicaSet, active, Math.min(-missing, BURST), options);
  return undefined;
}

async function createPods(
  replicaSet: LiveReplicaSet,
  count: number,
  { client, recorder }: ManageReplicasOptions,
): Promise<unknown> {
  const pod = podFromTemplate(replicaSet, replicaSet.spec.template ?? {});
  const { failure } = await slowStart(count, () => createPod(replicaSet, pod, { client, recorder }));
  return failure;
}

async function deletePods(
  replicaSet: LiveReplicaSet,
  active: readonly LivePod[],
  count: number,
  { client, recorder, related, now }: ManageReplicasOptions,
): Promise<unknown> {
  const doomed = podsToDelete(active, related(), count, now);
  const results = await Promise.allSettled(doomed.map((pod) => deletePod(replicaSet, pod, { client, recorder })));
  return results.find((result) => result.status === 'rejected')?.reason;
}
