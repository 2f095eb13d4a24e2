import type { DaemonSetStatus } from '@kb/kubernetes/apps/v1';
import { isReady } from '../../shared/pods.ts';
import { type LiveDaemonSet, updatedTest } from './daemon-pod.ts';
import { type DaemonView, isAvailableDaemon } from './plan-pods.ts';
import { oldestFirst } from './pods-on-nodes.ts';

/** The counts of a DaemonSet's status, all of them set. */
export type DaemonCounts = Required<Omit<DaemonSetStatus, 'conditions' | 'collisionCount'>>;

/** Counts the nodes of a DaemonSet: those that should have a Pod, and the state of the oldest Pod on each. */
export function countNodes({ set, nodes, byNode, placementOf, hash, now }: DaemonView): DaemonCounts {
  const isUpdated = updatedTest(set, hash);
  const counts = {
    desiredNumberScheduled: 0,
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
  };
  for (const node of nodes) {
    const [pod] = oldestFirst(byNode.get(node.metadata.name) ?? []);
    if (!placementOf(node).runs) {
      if (pod !== undefined) counts.numberMisscheduled += 1;
      continue;
    }
    counts.desiredNumberScheduled += 1;
    if (pod === undefined) continue;
    counts.currentNumberScheduled += 1;
    if (isReady(pod)) counts.numberReady += 1;
    if (isAvailableDaemon(set, pod, now)) counts.numberAvailable += 1;
    if (isUpdated(pod)) counts.updatedNumberScheduled += 1;
  }
  const numberUnavailable = counts.desiredNumberScheduled - counts.numberAvailable;
  return { ...counts, numberUnavailable, observedGeneration: set.metadata.generation ?? 0 };
}

/** Whether a status has to be written: it is of a newer generation, or differs in a count. */
export function countsDiffer({ status: before }: LiveDaemonSet, counts: DaemonCounts): boolean {
  const { observedGeneration, ...others } = counts;
  if (observedGeneration > (before?.observedGeneration ?? 0)) return true;
  const known: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(others).some(([field, count]) => (known[field] ?? 0) !== count);
}
