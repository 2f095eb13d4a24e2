import { affinityTermsOf } from '../cluster/affinity-terms.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { type DomainCounts, domainCounts } from '../filter/domains.ts';
import { countAll } from '../filter/pod-affinity.ts';
import { MAX_SCORE } from './resource-scores.ts';

/**
 * Scores nodes by the preferences of a Pod for other Pods, and theirs for it. Undefined if there are none.
 */
export function affinityScores(
  facts: PodFacts,
  nodes: readonly NodeInfo[],
  cluster: ClusterState,
): readonly number[] | undefined {
  const { namespaceLabels: labelsOf } = cluster;
  const parts: { readonly weight: number; readonly domains: DomainCounts }[] = [];
  for (const term of affinityTermsOf(facts.pod)) {
    if (term.isRequired) continue;
    // The Pods that a term is about are the same for each weight.
    parts.push({ weight: term.weight, domains: domainCounts(term.topologyKey, countAll([term], cluster), cluster) });
  }
  for (const { term, byNode } of cluster.terms.all()) {
    // The required anti-affinity of other Pods has excluded nodes already.
    if ((term.isRequired && term.weight < 0) || !term.matches(facts, labelsOf)) continue;
    parts.push({ weight: term.weight, domains: domainCounts(term.topologyKey, byNode, cluster) });
  }
  if (!parts.some(({ domains }) => domains.total > 0)) return undefined;
  const raw = nodes.map((info) => parts.reduce((sum, { weight, domains }) => sum + weight * domains.at(info), 0));
  const lowest = Math.min(...raw);
  const range = Math.max(...raw) - lowest;
  return raw.map((score) => (range === 0 ? 0 : Math.trunc(MAX_SCORE * ((score - lowest) / range))));
}
