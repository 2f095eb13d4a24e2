import { type AffinityTerm, affinityTermsOf } from '../cluster/affinity-terms.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { domainCounts, type DomainCounts } from './domains.ts';
import type { Refusal } from './refusal.ts';

/** Tests a node. `without`: Pods on it that count as removed. */
export type NodeTest = (info: NodeInfo, without?: readonly PodFacts[]) => Refusal | undefined;

const NO_MATCH = "node(s) didn't match pod affinity rules";
const ANTI = "node(s) didn't match pod anti-affinity rules";
const EXISTING_ANTI = "node(s) didn't satisfy existing pods anti-affinity rules";

/**
 * Prepares the test of the required affinity and anti-affinity of a Pod, and of the anti-affinity of the Pods that run;
 * undefined if there is none.
 */
export function podAffinityTest(facts: PodFacts, cluster: ClusterState): NodeTest | undefined {
  const required = affinityTermsOf(facts.pod).filter(({ isRequired }) => isRequired);
  const attracting = required.filter(({ weight }) => weight > 0);
  const repelling = required.filter(({ weight }) => weight < 0);
  const { namespaceLabels: labelsOf } = cluster;
  const existing = [...cluster.terms.all()].filter(
    ({ term }) => term.isRequired && term.weight < 0 && term.matches(facts, labelsOf),
  );
  if (required.length === 0 && existing.length === 0) return undefined;

  const matchesAll = (other: PodFacts): boolean => attracting.every((term) => term.matches(other, labelsOf));
  const attractors = attracting.length === 0 ? new Map<string, number>() : countAll(attracting, cluster);
  const attracted = attracting.map(({ topologyKey }) => domainCounts(topologyKey, attractors, cluster));
  const repelled = repelling.map((term) => ({
    term,
    domains: domainCounts(term.topologyKey, countAll([term], cluster), cluster),
  }));
  const forbidden = existing.map(({ term, byNode }) => ({
    term,
    domains: domainCounts(term.topologyKey, byNode, cluster),
  }));
  const startsGroup = matchesAll(facts) && attracted.every(({ total }) => total === 0);

  return (info, without = []) => {
    if (!isAttracted(info, without)) return { reasons: [NO_MATCH], resolvable: false, endedBy: 'pods' };
    const meets = ({ term, domains }: (typeof repelled)[number]): boolean =>
      domains.at(info) > without.filter((other) => term.matches(other, labelsOf)).length;
    if (repelled.some(meets)) return { reasons: [ANTI], resolvable: true, endedBy: 'pods' };
    const refuses = ({ term, domains }: (typeof forbidden)[number]): boolean =>
      domains.at(info) > without.filter((other) => hasTerm(other, term)).length;
    return forbidden.some(refuses) ? { reasons: [EXISTING_ANTI], resolvable: true, endedBy: 'pods' } : undefined;
  };

  function isAttracted(info: NodeInfo, without: readonly PodFacts[]): boolean {
    if (attracting.length === 0) return true;
    const gone = without.filter(matchesAll).length;
    if (attracting.some(({ topologyKey }) => info.labels[topologyKey] === undefined)) return false;
    return startsGroup || attracted.every((domains: DomainCounts) => domains.at(info) > gone);
  }
}

/** The number of Pods on each node that all of some terms are about. */
export function countAll(terms: readonly AffinityTerm[], cluster: ClusterState): ReadonlyMap<string, number> {
  const { namespaceLabels: labelsOf } = cluster;
  return cluster.counts.of({
    key: `terms ${terms.map(({ key }) => key).join()}`,
    namespaces: undefined,
    matches: (facts) => terms.every((term) => term.matches(facts, labelsOf)),
  });
}

const hasTerm = ({ pod }: PodFacts, { key }: AffinityTerm): boolean =>
  affinityTermsOf(pod).some((own) => own.key === key);
