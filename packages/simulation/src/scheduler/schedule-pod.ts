import type { ClusterState } from './cluster/cluster-state.ts';
import type { NodeInfo } from './cluster/node-info.ts';
import type { PodFacts } from './cluster/pod-facts.ts';
import { nodeTestFor } from './filter/filter-nodes.ts';
import { namedNodes } from '../shared/node-affinity.ts';
import type { NodeTest } from './filter/pod-affinity.ts';
import { type Refusal, refusedByNode } from './filter/refusal.ts';
import { scoreNodes } from './score/score-nodes.ts';

/** Where a Pod goes, or why it fits nowhere. */
export type Placement =
  { readonly node: string } | { readonly node?: undefined; readonly refusals: ReadonlyMap<string, Refusal> };

/** As many nodes that fit are compared. kube-scheduler compares a share of them in clusters that are larger. */
const COMPARED = 100;

/** Chooses nodes for Pods. `volumes`: tests whether the volumes of the Pod can be used on a node. */
export type PodScheduler = (facts: PodFacts, volumes?: NodeTest) => Placement;

/**
 * Creates a {@link PodScheduler}. Of the nodes that fit it chooses the one with the best score; of equal ones the first
 * that was registered. In large clusters it starts each search where the last one ended, so that every node has its
 * turn.
 */
export function createPodScheduler(cluster: ClusterState): PodScheduler {
  let start = 0;

  function fittingNodes(facts: PodFacts, refusals: Map<string, Refusal>, volumes?: NodeTest): NodeInfo[] {
    const test = nodeTestFor(facts, cluster, volumes);
    const nominated = cluster.node(facts.pod.status?.nominatedNodeName ?? '');
    if (nominated !== undefined && test(nominated) === undefined) return [nominated];
    const named = namedNodes(facts.pod);
    const all = cluster.nodes();
    const fitting: NodeInfo[] = [];
    const tried = named === undefined ? all : all.filter(({ name }) => named.has(name));
    const first = start % Math.max(1, tried.length);
    for (let step = 0; step < tried.length && fitting.length < COMPARED; step += 1) {
      const info = tried[(first + step) % tried.length];
      if (info === undefined) continue;
      if (named === undefined && tried.length > COMPARED) start = first + step + 1;
      const refusal = test(info);
      if (refusal === undefined) fitting.push(info);
      else refusals.set(info.name, refusal);
    }
    if (named !== undefined)
      for (const { name } of all)
        if (!named.has(name)) refusals.set(name, refusedByNode("node(s) didn't satisfy plugin(s) [NodeAffinity]"));
    return fitting;
  }

  return (facts, volumes) => {
    const refusals = new Map<string, Refusal>();
    const fitting = fittingNodes(facts, refusals, volumes);
    const [only] = fitting;
    if (only === undefined) return { refusals };
    if (fitting.length === 1) return { node: only.name };
    const scores = scoreNodes(facts, fitting, cluster);
    const order = new Map(cluster.nodes().map(({ name }, index) => [name, index]));
    let best = 0;
    fitting.forEach(({ name }, index) => {
      const difference = (scores[index] ?? 0) - (scores[best] ?? 0);
      const isEarlier = (order.get(name) ?? 0) < (order.get(fitting[best]?.name ?? '') ?? 0);
      if (difference > 0 || (difference === 0 && isEarlier)) best = index;
    });
    return { node: (fitting[best] ?? only).name };
  };
}
