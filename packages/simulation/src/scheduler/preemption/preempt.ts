import type { ClusterState } from '../cluster/cluster-state.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { nodeTestFor } from '../filter/filter-nodes.ts';
import { type Refusal, unschedulableMessage } from '../filter/refusal.ts';
import { type Candidate, findVictims, type LiveBudget } from './find-victims.ts';
import { pickCandidate } from './pick-candidate.ts';

/** The result of looking for a node to make room on. */
export type Preemption =
  | { readonly candidate: Candidate }
  /** Why there is none, as the end of the Pod's message. */
  | { readonly candidate?: undefined; readonly message: string };

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';

/**
 * Looks for a node on which a Pod fits if Pods of lower priority leave. `refusals`: why it does not fit now, by node;
 * nodes that are missing refuse it whatever Pods they have.
 */
export function preempt(
  facts: PodFacts,
  cluster: ClusterState,
  refusals: ReadonlyMap<string, Refusal>,
  budgets: readonly LiveBudget[],
): Preemption {
  const { preemptionPolicy } = facts.pod.spec;
  if (preemptionPolicy === 'Never') return { message: 'not eligible due to preemptionPolicy=Never.' };
  if (waitsForVictims(facts, cluster, refusals))
    return { message: 'not eligible due to a terminating pod on the nominated node.' };
  const test = nodeTestFor(facts, cluster);
  const candidates: Candidate[] = [];
  const reasons = cluster.nodes().map((info): Pick<Refusal, 'reasons'> => {
    if (!refusals.get(info.name)?.resolvable) return { reasons: [NOT_HELPFUL] };
    const found = findVictims(facts, info, test, budgets);
    if ('reasons' in found) return found;
    candidates.push(found);
    return { reasons: [] };
  });
  const candidate = pickCandidate(candidates);
  return candidate === undefined ? { message: unschedulableMessage(reasons.length, reasons) } : { candidate };
}

/** Whether Pods are leaving the node that was chosen for a Pod, so that it only has to wait. */
function waitsForVictims(
  { pod, priority }: PodFacts,
  cluster: ClusterState,
  refusals: ReadonlyMap<string, Refusal>,
): boolean {
  const { nominatedNodeName = '' } = pod.status ?? {};
  if (refusals.get(nominatedNodeName)?.resolvable === false) return false;
  const info = cluster.node(nominatedNodeName);
  if (info === undefined) return false;
  for (const other of info.pods.values())
    if (other.priority < priority && other.isTerminating && isPreempted(other)) return true;
  return false;
}

const isPreempted = ({ pod }: PodFacts): boolean =>
  pod.status?.conditions?.some(
    ({ type, status, reason }) =>
      type === 'DisruptionTarget' && status === 'True' && reason === 'PreemptionByScheduler',
  ) ?? false;
