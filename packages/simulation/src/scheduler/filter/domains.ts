import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';

/** The numbers of Pods in the domains of a topology: in zones, or on hosts. */
export interface DomainCounts {
  /** The number of Pods in the domain of a node; 0 if it is in none. */
  at(info: NodeInfo): number;
  /** The number of Pods in all domains. */
  readonly total: number;
}

/** Sums numbers of Pods on nodes over the values of a node label. Nodes without the label are in no domain. */
export function domainCounts(
  topologyKey: string,
  byNode: ReadonlyMap<string, number>,
  cluster: ClusterState,
): DomainCounts {
  const domains = new Map<string, number>();
  let total = 0;
  for (const [name, count] of byNode) {
    const value = cluster.node(name)?.labels[topologyKey];
    if (value === undefined) continue;
    domains.set(value, (domains.get(value) ?? 0) + count);
    total += count;
  }
  return { at: ({ labels }) => domains.get(labels[topologyKey] ?? '') ?? 0, total };
}
