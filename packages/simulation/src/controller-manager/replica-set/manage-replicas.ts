import { isNotFound, type Status } from '@kb/apimachinery';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import type { ApiClient } from '../../api/api-client.ts';
import { isNamespaceTerminating, messageOf } from '../../api/errors.ts';
import type { EventRecorder } from '../../api/event-recorder.ts';
import type { Informer } from '../../api/informer.ts';
import { slowStart } from './slow-start.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { podFromTemplate } from './pod-from-template.ts';
import { podsToDelete } from './pods-to-delete.ts';

/** What {@link manageReplicas} works with. */
export interface ManageReplicasOptions {
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly informer: Informer<Pod>;
  /** The Pods of every ReplicaSet that has the same owner. */
  readonly related: () => Iterable<LivePod>;
  readonly now: number;
}

/** At most so many Pods are created or deleted in one turn. */
const BURST = 500;

/**
 * Creates the Pods that a ReplicaSet lacks, or deletes those that it has too many. Answers the error when that failed
 * in part.
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
  { client, recorder, informer }: ManageReplicasOptions,
): Promise<unknown> {
  const { failure } = await slowStart(count, async () => {
    try {
      const pod = await client.create(pods, podFromTemplate(replicaSet));
      informer.observe(pod);
      recorder.record(replicaSet, 'Normal', 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`);
    } catch (error) {
      if (isNamespaceTerminating(error)) return;
      recorder.record(replicaSet, 'Warning', 'FailedCreate', `Error creating: ${messageOf(error)}`);
      throw error;
    }
  });
  return failure;
}

async function deletePods(
  replicaSet: LiveReplicaSet,
  active: readonly LivePod[],
  count: number,
  { client, recorder, informer, related, now }: ManageReplicasOptions,
): Promise<unknown> {
  const doomed = podsToDelete(active, related(), count, now);
  const results = await Promise.allSettled(
    doomed.map(async (pod) => {
      try {
        const answer = await client.delete(pods, pod.metadata);
        if (isStillThere(answer)) informer.observe(answer);
        else informer.observeDeletion(pod);
        recorder.record(replicaSet, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
      } catch (error) {
        if (isNotFound(error)) return;
        recorder.record(replicaSet, 'Warning', 'FailedDelete', `Error deleting: ${messageOf(error)}`);
        throw error;
      }
    }),
  );
  return results.find((result) => result.status === 'rejected')?.reason;
}

/** The server answers the Pod in both cases: when it only began to end, and when it is gone because nothing ran yet. */
function isStillThere(answer: Pod | Status): answer is Pod {
  if (answer.kind !== 'Pod' || !('uid' in answer.metadata)) return false;
  const { deletionGracePeriodSeconds, finalizers = [] } = answer.metadata;
  return deletionGracePeriodSeconds !== 0 || finalizers.length > 0;
}
