import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { updatedTest } from './daemon-pod.ts';
import { type DaemonView, isAvailableDaemon, type PodPlan, surgeOf, unavailabilityOf } from './plan-pods.ts';

/** The Pod of the current template on a node, and the one of an older template. */
interface Pair {
  readonly node: string;
  readonly updated: LivePod | undefined;
  readonly old: LivePod | undefined;
}

/**
 * Plans the next steps of a rolling update: without surge, the old Pods to delete, those that are not available first,
 * and others up to `maxUnavailable`; with surge, the nodes that get a second Pod, up to `maxSurge`, and the old Pods
 * beside an available new one.
 */
export function planUpdate(view: DaemonView): PodPlan {
  const { set, nodes, placementOf } = view;
  const wanting = nodes.filter((node) => placementOf(node).runs);
  const maxSurge = surgeOf(set, wanting.length);
  const maxUnavailable = unavailabilityOf(set, wanting.length);
  const { pairs, crowded } = pairsOf(view, wanting);
  if (maxSurge > 0) return planSurge(view, pairs, { crowded, maxSurge, wanted: wanting.length });
  return planReplacement(view, pairs, { crowded, maxUnavailable: Math.max(1, maxUnavailable) });
}

/** Pairs the Pods of each node, also of wanted nodes without Pods. `crowded`: how many nodes have too many Pods. */
function pairsOf(
  { set, byNode, hash }: DaemonView,
  wanting: readonly LiveNode[],
): { readonly pairs: readonly Pair[]; readonly crowded: number } {
  const isUpdated = updatedTest(set, hash);
  const pairs: Pair[] = [];
  let crowded = 0;
  for (const [node, pods] of byNode) {
    const present = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const updated = present.filter(isUpdated);
    const old = present.filter((pod) => !isUpdated(pod));
    if (updated.length > 1 || old.length > 1) crowded += 1;
    else pairs.push({ node, updated: updated[0], old: old[0] });
  }
  for (const { metadata } of wanting)
    if (!byNode.has(metadata.name)) pairs.push({ node: metadata.name, updated: undefined, old: undefined });
  return { pairs, crowded };
}

function planReplacement(
  { set, now }: DaemonView,
  pairs: readonly Pair[],
  { crowded, maxUnavailable }: { readonly crowded: number; readonly maxUnavailable: number },
): PodPlan {
  let unavailable = crowded;
  const remove: LivePod[] = [];
  const candidates: LivePod[] = [];
  for (const { updated, old } of pairs) {
    if ((updated === undefined) === (old === undefined)) unavailable += 1;
    else if (updated !== undefined) unavailable += isAvailableDaemon(set, updated, now) ? 0 : 1;
    else if (old !== undefined && isAvailableDaemon(set, old, now)) candidates.push(old);
    else if (old !== undefined) {
      remove.push(old);
      unavailable += 1;
    }
  }
  return { create: [], remove: [...remove, ...candidates.slice(0, Math.max(0, maxUnavailable - unavailable))] };
}

function planSurge(
  { set, nodes, placementOf, now }: DaemonView,
  pairs: readonly Pair[],
  { crowded, maxSurge, wanted }: { readonly crowded: number; readonly maxSurge: number; readonly wanted: number },
): PodPlan {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const isAvailable = (pod: LivePod): boolean => isAvailableDaemon(set, pod, now);
  let surging = crowded;
  let available = 0;
  const create: string[] = [];
  const candidates: string[] = [];
  const remove: LivePod[] = [];
  const leaving: LivePod[] = [];
  for (const { node, updated, old } of pairs) {
    const counted = old ?? updated;
    const isUp = counted !== undefined && isAvailable(counted);
    if (isUp) available += 1;
    if (old === undefined) continue;
    if (updated !== undefined) {
      if (isAvailable(updated)) remove.push(old);
      else surging += 1;
      continue;
    }
    const here = byName.get(node);
    const runs = here !== undefined && placementOf(here).runs;
    if (runs) (isUp ? candidates : create).push(node);
    else (isUp ? leaving : remove).push(old);
  }
  return {
    create: [...create, ...candidates.slice(0, Math.max(0, maxSurge - surging))],
    // Pods on nodes that are no longer wanted stay until as many Pods as wanted are available elsewhere.
    remove: [...remove, ...leaving.slice(0, Math.max(0, available - wanted))],
  };
}
