import { parseTime } from '@kb/apimachinery';
import type { LivePod } from './kinds.ts';

/** Whether a Pod has succeeded or failed. */
export function isTerminal(pod: LivePod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether a Pod counts for its controller: neither terminal nor being deleted. */
export function isActive(pod: LivePod): boolean {
  return !isTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Whether a Pod is being deleted and not terminal yet. */
export function isTerminating(pod: LivePod): boolean {
  return !isTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}

/** Whether a Pod's Ready condition is True. */
export function isReady(pod: LivePod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** The time since when a Pod is ready, in milliseconds since the epoch; undefined if it is not ready. */
export function readySince(pod: LivePod): number | undefined {
  const condition = readyCondition(pod);
  return condition?.status === 'True' ? parseTime(condition.lastTransitionTime ?? '') : undefined;
}

/**
 * The milliseconds until a Pod has been ready for `minReadySeconds`: 0 if it is already available, undefined if it is
 * not ready. Undefined too if its Ready condition has no time, unless `minReadySeconds` is 0.
 */
export function availableIn(pod: LivePod, minReadySeconds: number, now: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = readySince(pod);
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - now);
}

/** The milliseconds until the next ready Pod becomes available; undefined if there is none. */
export function nextAvailability(pods: Iterable<LivePod>, minReadySeconds: number, now: number): number | undefined {
  let next: number | undefined;
  for (const pod of pods) {
    const wait = availableIn(pod, minReadySeconds, now) ?? 0;
    if (wait > 0 && (next === undefined || wait < next)) next = wait;
  }
  return next;
}

type ReadyCondition = NonNullable<NonNullable<LivePod['status']>['conditions']>[number] | undefined;

/** Controllers look at all Pods of an owner in each sync: objects of caches never change, so each is searched once. */
const readyConditions = new WeakMap<LivePod, { readonly condition: ReadyCondition }>();

function readyCondition(pod: LivePod): ReadyCondition {
  const known = readyConditions.get(pod);
  if (known !== undefined) return known.condition;
  const condition = pod.status?.conditions?.find(({ type }) => type === 'Ready');
  readyConditions.set(pod, { condition });
  return condition;
}

/** The number of restarts of all containers of a Pod. */
export const restartsOf = ({ status }: LivePod): number =>
  [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].reduce(
    (sum, { restartCount }) => sum + restartCount,
    0,
  );
