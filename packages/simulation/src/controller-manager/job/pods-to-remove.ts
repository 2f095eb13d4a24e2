import { parseTime } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import { isReady, readySince, restartsOf } from '../../shared/pods.ts';
import { isIndexed, type LiveJob, validIndex } from './job-pods.ts';

/**
 * Selects at least `count` active Pods of a Job to delete: those without a valid index and duplicates of an index, then
 * those that have come least far.
 */
export function podsToRemove(job: LiveJob, active: readonly LivePod[], count: number): LivePod[] {
  const surplus = isIndexed(job) ? surplusOfIndexes(job, active) : new Set<LivePod>();
  if (surplus.size >= count) return [...surplus];
  const left = active.filter((pod) => !surplus.has(pod)).toSorted(compareProgress);
  return [...surplus, ...left.slice(0, count - surplus.size)];
}

/** All Pods without a valid index, and all but the one of each index that has come furthest. */
function surplusOfIndexes(job: LiveJob, active: readonly LivePod[]): Set<LivePod> {
  const kept = new Map<number, LivePod>();
  for (const pod of active) {
    const index = validIndex(job, pod);
    const other = index === undefined ? undefined : kept.get(index);
    if (index !== undefined && (other === undefined || compareProgress(other, pod) < 0)) kept.set(index, pod);
  }
  const keeps = new Set(kept.values());
  return new Set(active.filter((pod) => !keeps.has(pod)));
}

/** Compares how far two Pods have come: negative if `a` is deleted first. */
function compareProgress(a: LivePod, b: LivePod): number {
  return (
    Number((a.spec.nodeName ?? '') !== '') - Number((b.spec.nodeName ?? '') !== '') ||
    phaseOrder(a) - phaseOrder(b) ||
    Number(isReady(a)) - Number(isReady(b)) ||
    (readySince(b) ?? 0) - (readySince(a) ?? 0) ||
    restartsOf(b) - restartsOf(a) ||
    (parseTime(b.metadata.creationTimestamp) ?? 0) - (parseTime(a.metadata.creationTimestamp) ?? 0)
  );
}

const phases = ['Pending', 'Unknown', 'Running'];

const phaseOrder = ({ status }: LivePod): number => Math.max(0, phases.indexOf(status?.phase ?? 'Pending'));
