import { controllerOf } from '@kb/apimachinery';
import { domainsOf, type SpreadConstraint, spreadConstraintsOf } from '../filter/topology-spread.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { MAX_SCORE } from './resource-scores.ts';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/**
 * Scores nodes by how few Pods like this one are in their domains: for the constraints of the Pod that are wishes, and
 * without any constraint for hosts and zones. Undefined if nothing is to be spread.
 */
export function spreadScores(
  facts: PodFacts,
  nodes: readonly NodeInfo[],
  cluster: ClusterState,
): readonly number[] | undefined {
  const hasOwn = (facts.pod.spec.topologySpreadConstraints ?? []).length > 0;
  const constraints = hasOwn ? spreadConstraintsOf(facts, 'ScheduleAnyway') : defaultConstraints(facts);
  if (constraints.length === 0) return undefined;
  const counts = (info: NodeInfo): boolean =>
    !hasOwn || constraints.every(({ topologyKey }) => info.labels[topologyKey] !== undefined);
  const included = nodes.filter(counts);
  const parts = constraints.map((constraint) => countsFor(constraint, { constraints, included, cluster, hasOwn }));
  const raw = nodes.map((info) =>
    counts(info) ? Math.round(parts.reduce((sum, part) => sum + part(info), 0)) : undefined,
  );
  return fewerIsBetter(raw);
}

/** The constraints of kube-scheduler for Pods of ReplicaSets, ReplicationControllers and StatefulSets. */
function defaultConstraints(facts: PodFacts): SpreadConstraint[] {
  const owner = controllerOf(facts.pod);
  if (owner === undefined || !['ReplicaSet', 'ReplicationController', 'StatefulSet'].includes(owner.kind)) return [];
  const { namespace } = facts;
  const group = {
    key: `owner ${owner.uid}`,
    namespaces: new Set([namespace]),
    matches: ({ pod, isTerminating }: PodFacts) => !isTerminating && controllerOf(pod)?.uid === owner.uid,
  };
  const shared = { minDomains: 1, group, includes: () => true };
  return [
    { ...shared, topologyKey: HOSTNAME, maxSkew: 3 },
    { ...shared, topologyKey: ZONE, maxSkew: 5 },
  ];
}

interface Spreading {
  readonly constraints: readonly SpreadConstraint[];
  /** The nodes that are scored and have all labels. */
  readonly included: readonly NodeInfo[];
  readonly cluster: ClusterState;
  readonly hasOwn: boolean;
}

/** Returns the part of a constraint in the score of a node: higher with more Pods, and with more domains. */
function countsFor(
  constraint: SpreadConstraint,
  { constraints, included, cluster, hasOwn }: Spreading,
): (info: NodeInfo) => number {
  const { topologyKey, group, maxSkew } = constraint;
  if (topologyKey === HOSTNAME) {
    const byNode = cluster.counts.of(group);
    const weight = Math.log(included.length + 2);
    return ({ name, labels }) => (labels[HOSTNAME] === undefined ? 0 : (byNode.get(name) ?? 0) * weight + maxSkew - 1);
  }
  const values = new Set(included.map(({ labels }) => labels[topologyKey] ?? ''));
  const weight = Math.log(values.size + 2);
  const isUsed = included.some(({ labels }) => labels[topologyKey] !== undefined);
  const domains = isUsed
    ? domainsOf(constraint, hasOwn ? constraints : [constraint], cluster)
    : new Map<string, number>();
  return ({ labels }) => {
    const value = labels[topologyKey];
    return value === undefined ? 0 : (domains.get(value) ?? 0) * weight + maxSkew - 1;
  };
}

function fewerIsBetter(raw: readonly (number | undefined)[]): readonly number[] {
  const known = raw.filter((score) => score !== undefined);
  const highest = Math.max(0, ...known);
  const lowest = Math.min(...known);
  return raw.map((score) => {
    if (score === undefined) return 0;
    return highest === 0 ? MAX_SCORE : Math.trunc((MAX_SCORE * (highest + lowest - score)) / highest);
  });
}
