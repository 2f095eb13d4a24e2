import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { availableIn, isReady } from '../../shared/pods.ts';
import { scaledValue } from '../shared/scaled-value.ts';
import { HASH_LABEL, type LiveDaemonSet } from './daemon-pod.ts';
import type { Placements } from './placement.ts';
import { oldestFirst, type PodsOnNodes, podsWithoutNode } from './pods-on-nodes.ts';

/** One sync of a DaemonSet, for calculations. */
export interface DaemonView {
  readonly set: LiveDaemonSet;
  readonly nodes: readonly LiveNode[];
  readonly byNode: PodsOnNodes;
  readonly placementOf: Placements;
  /** The hash of the current revision. */
  readonly hash: string;
  readonly now: number;
}

/** What a DaemonSet wants to change. */
export interface PodPlan {
  /** The names of the nodes that get a Pod. */
  readonly create: readonly string[];
  readonly remove: readonly LivePod[];
}

/** A Pod that has ended on its node. */
export interface EndedPod {
  readonly pod: LivePod;
  readonly node: string;
}

/** The plan, and the Pods that have ended: the caller decides when those that failed are removed. */
export interface NodePlan extends PodPlan {
  readonly ended: readonly EndedPod[];
}

/**
 * Plans one Pod on each node that should have one, and none on the others. Of several Pods on a node the oldest stays;
 * while an update may surge, one of the current revision may run beside a ready older one.
 */
export function planPods(view: DaemonView): NodePlan {
  const { set, nodes, byNode, placementOf } = view;
  const create: string[] = [];
  const remove: LivePod[] = [];
  const ended: EndedPod[] = [];
  const surges = allowsSurge(set);
  for (const node of nodes) {
    const { name } = node.metadata;
    const { runs, stays } = placementOf(node);
    const pods = byNode.get(name);
    const present = (pods ?? []).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (runs && pods === undefined) {
      create.push(name);
    } else if (stays) {
      const running = present.filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded');
      for (const pod of present) if (!running.includes(pod)) ended.push({ pod, node: name });
      if (surges && runs && running.length === 0) create.push(name);
      if (running.length > 1) remove.push(...(surges ? excessOfSurge(view, running) : oldestFirst(running).slice(1)));
    } else {
      remove.push(...present);
    }
  }
  remove.push(...podsWithoutNode(nodes, byNode));
  return { create, remove, ended };
}

function excessOfSurge({ set, hash, now }: DaemonView, running: readonly LivePod[]): LivePod[] {
  const sorted = oldestFirst(running);
  const isNew = ({ metadata }: LivePod): boolean => metadata.labels?.[HASH_LABEL] === hash;
  const newest = sorted.find(isNew);
  const old = sorted.find((pod) => !isNew(pod));
  const excess = sorted.filter((pod) => pod !== newest && pod !== old);
  if (newest === undefined || old === undefined) return excess;
  return !isReady(old) || isAvailableDaemon(set, newest, now) ? [...excess, old] : excess;
}

/** Whether a Pod has been ready for as long as its DaemonSet asks. */
export const isAvailableDaemon = ({ spec }: LiveDaemonSet, pod: LivePod, now: number): boolean =>
  availableIn(pod, spec.minReadySeconds ?? 0, now) === 0;

/** How many nodes may have a second Pod during an update, of a number of nodes. */
export function surgeOf({ spec: { updateStrategy } }: LiveDaemonSet, count: number): number {
  if (updateStrategy?.type !== 'RollingUpdate') return 0;
  return scaledValue(updateStrategy.rollingUpdate?.maxSurge ?? 0, count, 'up');
}

/** How many nodes may have no available Pod during an update, of a number of nodes. */
export function unavailabilityOf({ spec: { updateStrategy } }: LiveDaemonSet, count: number): number {
  if (updateStrategy?.type !== 'RollingUpdate') return 0;
  return scaledValue(updateStrategy.rollingUpdate?.maxUnavailable ?? 0, count, 'up');
}

const allowsSurge = (set: LiveDaemonSet): boolean => surgeOf(set, 1) > 0;
