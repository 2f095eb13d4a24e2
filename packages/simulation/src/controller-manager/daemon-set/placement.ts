import { matchesNodeAffinity } from '../../shared/node-affinity.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { repelsPods, untoleratedTaint } from '../../shared/taints.ts';
import { daemonTolerations, type LiveDaemonSet, templateOfDaemon } from './daemon-pod.ts';

/** Whether a DaemonSet runs on a node. */
export interface Placement {
  /** Whether the node should get a Pod. */
  readonly runs: boolean;
  /** Whether a Pod that is there may stay: a taint `NoSchedule` keeps only new ones away. */
  readonly stays: boolean;
}

/** Decides whether a DaemonSet runs on a node. */
export type Placements = (node: LiveNode) => Placement;

const nowhere: Placement = { runs: false, stays: false };

/** Prepares the decisions for a DaemonSet: by the name, the labels and the taints of nodes. */
export function placementsOf(set: LiveDaemonSet): Placements {
  const { spec } = templateOfDaemon(set);
  const tolerations = daemonTolerations(spec);
  // Only the selector, the affinity and the tolerations of this Pod are read.
  const pod = { metadata: {}, spec: { ...spec, containers: [] } } as unknown as LivePod;
  return (node) => {
    if (spec?.nodeName && spec.nodeName !== node.metadata.name) return nowhere;
    if (!matchesNodeAffinity(pod, node)) return nowhere;
    const taints = (node.spec?.taints ?? []).filter(repelsPods);
    if (untoleratedTaint(taints, tolerations) === undefined) return { runs: true, stays: true };
    const evicting = taints.filter(({ effect }) => effect === 'NoExecute');
    return { runs: false, stays: untoleratedTaint(evicting, tolerations) === undefined };
  };
}
