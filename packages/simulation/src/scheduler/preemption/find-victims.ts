import { parseTime } from '@kb/apimachinery';
import type { DeepReadonly } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import type { PodDisruptionBudget } from '@kb/kubernetes/policy/v1';
import { countPod, type NodeInfo, trialOf } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import type { NodeTest } from '../filter/pod-affinity.ts';
import type { Refusal } from '../filter/refusal.ts';

/** A budget as the server has it. */
export type LiveBudget = DeepReadonly<PodDisruptionBudget>;

/** A node that would have room for a Pod without some of its Pods. */
export interface Candidate {
  readonly node: string;
  /** The most important first. Never empty. */
  readonly victims: readonly PodFacts[];
  /** The number of victims that a budget protects. */
  readonly violations: number;
}

const NO_VICTIMS = 'No preemption victims found for incoming pod';

/**
 * Finds the fewest Pods of lower priority that must leave a node so that a Pod fits: first all of them leave, then as
 * many as possible stay, those that budgets protect and the most important ones before others. Returns the reasons if
 * the Pod does not fit even without all of them.
 */
export function findVictims(
  facts: PodFacts,
  info: NodeInfo,
  test: NodeTest,
  budgets: readonly LiveBudget[],
): Candidate | Pick<Refusal, 'reasons'> {
  const lower = [...info.pods.values()].filter(({ priority }) => priority < facts.priority);
  if (lower.length === 0) return { reasons: [NO_VICTIMS] };
  const trial = trialOf(info);
  for (const pod of lower) countPod(trial, pod, -1);
  const refusal = test(trial, lower);
  if (refusal !== undefined) return refusal;

  const { protectedPods, others } = splitByBudgets(lower.toSorted(byImportance), budgets);
  const victims = new Set(lower);
  const mustLeave = (pod: PodFacts): boolean => {
    countPod(trial, pod, 1);
    victims.delete(pod);
    if (test(trial, [...victims]) === undefined) return false;
    countPod(trial, pod, -1);
    victims.add(pod);
    return true;
  };
  const violations = protectedPods.filter(mustLeave).length;
  others.forEach(mustLeave);
  if (victims.size === 0) return { reasons: [NO_VICTIMS] };
  return { node: info.name, victims: [...victims].toSorted(byImportance), violations };
}

/** Orders Pods: higher priorities first, then those that started earlier. */
function byImportance(a: PodFacts, b: PodFacts): number {
  return b.priority - a.priority || startOf(a) - startOf(b) || (a.uid < b.uid ? -1 : 1);
}

/** When a Pod started; one that has not started yet: at the end of time. */
export const startOf = ({ pod }: PodFacts): number => parseTime(pod.status?.startTime ?? '') ?? Number.MAX_SAFE_INTEGER;

function splitByBudgets(
  pods: readonly PodFacts[],
  budgets: readonly LiveBudget[],
): { readonly protectedPods: readonly PodFacts[]; readonly others: readonly PodFacts[] } {
  const left = budgets.map(({ spec, metadata, status }) => ({
    namespace: metadata.namespace,
    selector: labelSelectorOf(spec?.selector),
    disrupted: status?.disruptedPods ?? {},
    allowed: status?.disruptionsAllowed ?? 0,
  }));
  const protectedPods: PodFacts[] = [];
  const others: PodFacts[] = [];
  for (const facts of pods) {
    const { labels, name } = facts.pod.metadata;
    let isProtected = false;
    for (const budget of left) {
      const { namespace, selector, disrupted } = budget;
      if (namespace !== facts.namespace || selector.requirements.length === 0) continue;
      if (!matchesLabels(selector, labels) || Object.hasOwn(disrupted, name)) continue;
      budget.allowed -= 1;
      if (budget.allowed < 0) isProtected = true;
    }
    (isProtected ? protectedPods : others).push(facts);
  }
  return { protectedPods, others };
}
