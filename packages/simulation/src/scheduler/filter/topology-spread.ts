import type { DeepReadonly } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import type { TopologySpreadConstraint } from '@kb/kubernetes/core/v1';
import { repelsPods, untoleratedTaint } from '../../shared/taints.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodGroup } from '../cluster/pod-counts.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { matchesNodeAffinity } from '../../shared/node-affinity.ts';
import type { NodeTest } from './pod-affinity.ts';

const SKEWED = "node(s) didn't match pod topology spread constraints";

/** A constraint of a Pod, with the Pods that it counts. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly group: PodGroup;
  /** Whether the Pods of a node count. */
  includes(info: NodeInfo): boolean;
}

/** Returns the constraints of a Pod that are required, or those that are wishes. */
export function spreadConstraintsOf(
  facts: PodFacts,
  whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway',
): SpreadConstraint[] {
  const all = facts.pod.spec.topologySpreadConstraints ?? [];
  return all
    .filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable)
    .map((constraint) => ({
      topologyKey: constraint.topologyKey,
      maxSkew: constraint.maxSkew,
      minDomains: constraint.minDomains ?? 1,
      group: groupOf(constraint, facts),
      includes: ({ node }) =>
        (constraint.nodeAffinityPolicy === 'Ignore' || matchesNodeAffinity(facts.pod, node)) &&
        (constraint.nodeTaintsPolicy !== 'Honor' ||
          untoleratedTaint((node.spec?.taints ?? []).filter(repelsPods), facts.pod.spec.tolerations) === undefined),
    }));
}

/** The Pods of the namespace that are not being deleted and that the selector of a constraint matches. */
function groupOf(
  { labelSelector = {}, matchLabelKeys = [] }: DeepReadonly<TopologySpreadConstraint>,
  { namespace, pod }: PodFacts,
): PodGroup {
  const labels = pod.metadata.labels ?? {};
  const same = matchLabelKeys.flatMap((key) => (labels[key] === undefined ? [] : [[key, labels[key]] as const]));
  const matchLabels = { ...Object.fromEntries(same), ...labelSelector.matchLabels };
  const selector = labelSelectorOf({ ...labelSelector, matchLabels });
  return {
    key: `spread ${stringifyJson([namespace, labelSelector, matchLabels], { sortKeys: true })}`,
    namespaces: new Set([namespace]),
    matches: (other) =>
      other.namespace === namespace &&
      !other.isTerminating &&
      selector.requirements.length > 0 &&
      matchesLabels(selector, other.pod.metadata.labels),
  };
}

/** Prepares the test of the required constraints of a Pod; undefined if it has none. */
export function topologySpreadTest(facts: PodFacts, cluster: ClusterState): NodeTest | undefined {
  const constraints = spreadConstraintsOf(facts, 'DoNotSchedule');
  if (constraints.length === 0) return undefined;
  const counted = constraints.map((constraint) => ({
    constraint,
    domains: domainsOf(constraint, constraints, cluster),
  }));
  return (info, without = []) => {
    for (const { constraint, domains } of counted) {
      const { topologyKey, maxSkew, minDomains, group } = constraint;
      const domain = info.labels[topologyKey];
      if (domain === undefined) {
        return { reasons: [`${SKEWED} (missing required label)`], resolvable: false, endedBy: 'pods' };
      }
      const gone = constraint.includes(info) ? without.filter((other) => group.matches(other)).length : 0;
      const here = (domains.get(domain) ?? 0) - gone;
      const others = gone === 0 ? domains.values() : new Map(domains).set(domain, here).values();
      const fewest = domains.size < minDomains ? 0 : smallest(others);
      const own = group.matches({ ...facts, isTerminating: false }) ? 1 : 0;
      if (here + own - fewest > maxSkew) return { reasons: [SKEWED], resolvable: true, endedBy: 'pods' };
    }
    return undefined;
  };
}

/** The numbers of Pods by domain. Only nodes with the labels of all constraints count. */
export function domainsOf(
  constraint: SpreadConstraint,
  all: readonly SpreadConstraint[],
  cluster: ClusterState,
): Map<string, number> {
  const { topologyKey, group } = constraint;
  const byNode = cluster.counts.of(group);
  const domains = new Map<string, number>();
  for (const info of cluster.nodes()) {
    if (!all.every((constraint) => info.labels[constraint.topologyKey] !== undefined) || !constraint.includes(info))
      continue;
    const domain = info.labels[topologyKey] ?? '';
    domains.set(domain, (domains.get(domain) ?? 0) + (byNode.get(info.name) ?? 0));
  }
  return domains;
}

/** The smallest number; a large one if there is none. */
function smallest(numbers: Iterable<number>): number {
  let least = 2 ** 31 - 1;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}
