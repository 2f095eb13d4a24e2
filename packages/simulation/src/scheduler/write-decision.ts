import { formatTime, isConflict, isNotFound, keyOf } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { LivePod } from '../shared/kinds.ts';
import type { PodFacts } from './cluster/pod-facts.ts';

/** How the scheduler writes. */
export interface Writing {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Binds a Pod. Resolves with false if it was bound to another node, deleted or gated in the meantime. */
export async function bindPod(pod: LivePod, node: string, { client, recorder }: Writing): Promise<boolean> {
  const { namespace, name, uid } = pod.metadata;
  try {
    await client.subresource(pods, 'binding').create(keyOf(pod), {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, ...(namespace !== undefined && { namespace }), uid },
      target: { kind: 'Node', name: node },
    });
  } catch (error) {
    // The watch will deliver the change.
    if (isConflict(error) || isNotFound(error)) return false;
    throw error;
  }
  recorder.record(pod, 'Normal', 'Scheduled', `Successfully assigned ${namespace ?? ''}/${name} to ${node}`);
  return true;
}

/**
 * Reports that a Pod fits nowhere: in its condition PodScheduled, and as an Event unless the condition says so already.
 * `nominated`: the node on which room is made for it; undefined: the one that it has.
 */
export async function refusePod(
  pod: LivePod,
  message: string,
  { client, recorder, now }: Writing,
  nominated?: string,
): Promise<void> {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'PodScheduled');
  const isReported = before?.status === 'False' && before.reason === 'Unschedulable' && before.message === message;
  if (isReported && (nominated === undefined || nominated === pod.status?.nominatedNodeName)) return;
  const lastTransitionTime =
    before?.status === 'False' ? (before.lastTransitionTime ?? formatTime(now)) : formatTime(now);
  const { generation } = pod.metadata;
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastTransitionTime,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
  const others = conditions.filter(({ type }) => type !== 'PodScheduled');
  const status = {
    ...pod.status,
    conditions: [...others, condition],
    ...(nominated !== undefined && { nominatedNodeName: nominated }),
  };
  await client.updateStatus(pods, { ...pod, status });
  if (!isReported) recorder.record(pod, 'Warning', 'FailedScheduling', message);
}

/** Removes Pods from a node to make room for a Pod. Those that are being deleted already only have to end. */
export async function removeVictims(
  preemptor: LivePod,
  node: string,
  victims: readonly PodFacts[],
  { client, recorder, now }: Writing,
): Promise<void> {
  const by = preemptor.spec.schedulerName ?? 'default-scheduler';
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'PreemptionByScheduler',
    message: `${by}: preempting to accommodate a higher priority pod`,
    lastTransitionTime: formatTime(now),
  };
  for (const { pod, isTerminating } of victims) {
    if (isTerminating) continue;
    try {
      const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
      const { uid } = pod.metadata;
      const value = { metadata: { uid }, status: { conditions: [...others, condition] } };
      await client.subresource(pods, 'status').patch(keyOf(pod), { type: 'merge', value });
      await client.delete(pods, keyOf(pod), { preconditions: { uid } });
    } catch (error) {
      if (isNotFound(error)) continue;
      throw error;
    }
    recorder.record(pod, 'Normal', 'Preempted', `Preempted by pod ${preemptor.metadata.uid} on node ${node}`);
  }
}
