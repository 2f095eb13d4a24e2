import type { PodFacts } from './pod-facts.ts';

/** Which Pods to count. */
export interface PodGroup {
  /** Identifies the group: groups with one key are the same. */
  readonly key: string;
  /** The namespaces of its Pods; undefined: all. */
  readonly namespaces: ReadonlySet<string> | undefined;
  matches(facts: PodFacts): boolean;
}

/** Counts the Pods of groups on each node. A group is counted once; then each change of a Pod changes its count. */
export interface PodCounts {
  /** The number of Pods of a group by node; nodes without any are missing. Do not change it. */
  of(group: PodGroup): ReadonlyMap<string, number>;
  change(node: string, facts: PodFacts, change: 1 | -1): void;
}

interface Counted {
  readonly group: PodGroup;
  readonly byNode: Map<string, number>;
}

/** How many groups are kept: more than the workloads that are scheduled at one time. */
const KEPT = 64;

/** Creates {@link PodCounts}. `placed`: the Pods on nodes, of some namespaces or of all. */
export function createPodCounts(
  placed: (namespaces: ReadonlySet<string> | undefined) => Iterable<readonly [node: string, facts: PodFacts]>,
): PodCounts {
  const counted = new Map<string, Counted>();
  const add = (byNode: Map<string, number>, node: string, change: number): void => {
    const count = (byNode.get(node) ?? 0) + change;
    if (count === 0) byNode.delete(node);
    else byNode.set(node, count);
  };
  return {
    of: (group) => {
      const known = counted.get(group.key);
      const entry = known ?? { group, byNode: new Map<string, number>() };
      if (known === undefined)
        for (const [node, facts] of placed(group.namespaces)) if (group.matches(facts)) add(entry.byNode, node, 1);
      // The groups used last are at the end.
      counted.delete(group.key);
      counted.set(group.key, entry);
      const [oldest] = counted.keys();
      if (counted.size > KEPT && oldest !== undefined) counted.delete(oldest);
      return entry.byNode;
    },
    change: (node, facts, change) => {
      for (const { group, byNode } of counted.values()) {
        if (group.namespaces !== undefined && !group.namespaces.has(facts.namespace)) continue;
        if (group.matches(facts)) add(byNode, node, change);
      }
    },
  };
}
