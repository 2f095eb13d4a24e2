import type { DeepReadonly } from '@kb/apimachinery';
import type { Taint, Toleration } from '@kb/kubernetes/core/v1';

/** A taint as the caches hold it. */
export type LiveTaint = DeepReadonly<Taint>;
type LiveToleration = DeepReadonly<Toleration>;

/** The taint of nodes that are not ready. The API server adds it to every new Node. */
export const NOT_READY_TAINT = 'node.kubernetes.io/not-ready';
/** The taint of nodes that are silent. */
export const UNREACHABLE_TAINT = 'node.kubernetes.io/unreachable';
/** The taint of cordoned nodes. */
export const UNSCHEDULABLE_TAINT = 'node.kubernetes.io/unschedulable';

/** Whether a toleration applies to a taint. Operators other than Exists compare for equality. */
export function tolerates({ key, operator, value, effect }: LiveToleration, taint: LiveTaint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  return operator === 'Exists' || (Boolean(key) && (value ?? '') === (taint.value ?? ''));
}

/** Returns the first taint that none of the tolerations applies to. */
export function untoleratedTaint(
  taints: readonly LiveTaint[],
  tolerations: readonly LiveToleration[] = [],
): LiveTaint | undefined {
  return taints.find((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}

/** Whether a taint keeps Pods that do not tolerate it from being scheduled. */
export const repelsPods = ({ effect }: LiveTaint): boolean => effect === 'NoSchedule' || effect === 'NoExecute';
