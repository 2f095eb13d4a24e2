import { hasStatusCause, isNotFound, messageOfThrown, type ObjectMetaInput, ownerReferenceTo } from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
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
  const { failure } = await slowStart(count, async () => {
    try {
      const pod = await client.create(pods, podFromTemplate(replicaSet));
      recorder.record(replicaSet, 'Normal', 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`);
    } catch (error) {
      if (hasStatusCause(error, 'NamespaceTerminating')) return;
      recorder.record(replicaSet, 'Warning', 'FailedCreate', `Error creating: ${messageOfThrown(error)}`);
      throw error;
    }
  });
  return failure;
}

async function deletePods(
  replicaSet: LiveReplicaSet,
  active: readonly LivePod[],
  count: number,
  { client, recorder, related, now }: ManageReplicasOptions,
): Promise<unknown> {
  const doomed = podsToDelete(active, related(), count, now);
  const results = await Promise.allSettled(
    doomed.map(async (pod) => {
      try {
        await client.delete(pods, pod);
        recorder.record(replicaSet, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
      } catch (error) {
        if (isNotFound(error)) return;
        recorder.record(replicaSet, 'Warning', 'FailedDelete', `Error deleting: ${messageOfThrown(error)}`);
        throw error;
      }
    }),
  );
  return results.find((result) => result.status === 'rejected')?.reason;
}

/**
 * The Pod that a ReplicaSet creates: labels, annotations, finalizers and spec of its template; a generated name; the
 * ReplicaSet as its controller.
 */
function podFromTemplate(replicaSet: LiveReplicaSet): { metadata: ObjectMetaInput; spec: Pod['spec'] } {
  const { metadata = {}, spec } = replicaSet.spec.template ?? {};
  const { namespace, name } = replicaSet.metadata;
  const prefix = `${name}-`;
  return {
    metadata: {
      generateName: nameIsDnsSubdomain(prefix, true).length === 0 ? prefix : name,
      ...(namespace !== undefined && { namespace }),
      labels: { ...metadata.labels },
      annotations: { ...metadata.annotations },
      ...(metadata.finalizers !== undefined && { finalizers: [...metadata.finalizers] }),
      ownerReferences: [ownerReferenceTo(replicaSet, replicaSet, { controller: true, blockOwnerDeletion: true })],
    },
    // The spec is sent unchanged.
    spec: (spec ?? {}) as Pod['spec'],
  };
}

/** The result of {@link slowStart}. */
interface SlowStartResult {
  readonly successes: number;
  /** The error of the first failed call; undefined if none failed. */
  readonly failure: unknown;
}

/**
 * Calls `fn` up to `count` times, in concurrent batches of 1, 2, 4… calls, and stops after a batch with a failure: if
 * the server rejects one request, it usually rejects all of them.
 */
export async function slowStart(count: number, fn: () => Promise<void>): Promise<SlowStartResult> {
  let successes = 0;
  for (let batch = Math.min(count, 1), left = count; batch > 0; batch = Math.min(2 * batch, left)) {
    const results = await Promise.allSettled(Array.from({ length: batch }, fn));
    const failed = results.filter((result) => result.status === 'rejected');
    successes += batch - failed.length;
    left -= batch;
    if (failed[0] !== undefined) return { successes, failure: failed[0].reason };
  }
  return { successes, failure: undefined };
}
