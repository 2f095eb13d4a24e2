import { formatTime, isConflict, isNotFound } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LivePod } from '../../shared/kinds.ts';

/** How Pods are marked. */
export interface Marking {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly now: number;
}

/**
 * Marks the Pods of a node that is not ready as not ready, so that Services send them nothing more. Resolves with
 * whether all were: a Pod that has changed in the meantime is left for another attempt.
 */
export async function markPodsNotReady(onNode: Iterable<LivePod>, marking: Marking): Promise<boolean> {
  let all = true;
  for (const pod of onNode) if (!(await markPodNotReady(pod, marking))) all = false;
  return all;
}

async function markPodNotReady(pod: LivePod, { client, recorder, now }: Marking): Promise<boolean> {
  const conditions = pod.status?.conditions ?? [];
  if (!conditions.some(({ type, status }) => type === 'Ready' && status !== 'False')) return true;
  const lastTransitionTime = formatTime(now);
  const marked = conditions.map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime } : condition,
  );
  try {
    await client.updateStatus(pods, { ...pod, status: { ...pod.status, conditions: marked } });
  } catch (error) {
    if (isNotFound(error)) return true;
    if (isConflict(error)) return false;
    throw error;
  }
  recorder.record(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
  return true;
}
