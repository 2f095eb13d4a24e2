import { parseTime } from '@kb/apimachinery';
import type { LivePod } from './kinds.ts';

/** Whether a Pod has ended for good. */
export function isTerminal(pod: LivePod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether a Pod counts for its controller: neither ended nor about to. */
export function isActive(pod: LivePod): boolean {
  return !isTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether a Pod is asked to end and has not yet. */
export function isTerminating(pod: LivePod): boolean {
  return !isTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}

/** Whether a Pod's Ready condition is True. */
export function isReady(pod: LivePod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** Since when a Pod is ready, in milliseconds since the epoch; undefined when it is not. */
export function readySince(pod: LivePod): number | undefined {
  const condition = readyCondition(pod);
  return condition?.status === 'True' ? parseTime(condition.lastTransitionTime ?? '') : undefined;
}

/**
 * In how many milliseconds a Pod will have been ready for `minReadySeconds`: 0 when it is available already, undefined
 * when it is not ready. Of a Pod whose Ready condition has no time this is never known, unless no time is asked for.
 */
export function availableIn(pod: LivePod, minReadySeconds: number, now: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = readySince(pod);
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - now);
}

function readyCondition(pod: LivePod) {
  return pod.status?.conditions?.find(({ type }) => type === 'Ready');
}
