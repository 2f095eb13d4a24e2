import { formatTime, keyOf } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { LivePod } from './kinds.ts';

/** Why a Pod is disrupted. */
export interface DisruptionReason {
  readonly reason: string;
  readonly message: string;
}

/**
 * Writes the condition DisruptionTarget of a Pod that is about to be deleted, so that its owner knows why. `phase`: a
 * phase that it also gets. Rejects as the client does.
 */
export async function announceDisruption(
  client: ReconcileClient,
  pod: LivePod,
  why: DisruptionReason | undefined,
  now: number,
  phase?: 'Failed',
): Promise<void> {
  const { uid, generation } = pod.metadata;
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'DisruptionTarget');
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const condition = why && {
    type: 'DisruptionTarget',
    status: 'True',
    ...why,
    lastTransitionTime: formatTime(now),
    ...observed,
  };
  const status = {
    ...(condition && { conditions: [...others, condition] }),
    ...(phase !== undefined && { phase, ...observed }),
  };
  const value = { metadata: { uid }, status };
  await client.subresource(pods, 'status').patch(keyOf(pod), { type: 'merge', value });
}
