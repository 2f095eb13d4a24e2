import type { LabelSelectorSpec } from '@kb/apimachinery/selectors';
import type { LivePod } from '../../shared/kinds.ts';
import type { LiveBudget } from './budget-status.ts';

/** The message about a budget that covers Pods without a controller, although it counts the replicas of controllers. */
export function unmanagedPods({ spec }: LiveBudget): string {
  const found = `Pods selected by this PodDisruptionBudget (selector: ${goSelector(spec?.selector)}) were found to be unmanaged.`;
  const effect =
    'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior.';
  const remedy = 'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
  return `${found} ${effect} ${remedy}`;
}

/** The message about a Pod that several budgets cover. */
export function multipleBudgets({ metadata: { namespace = '', name } }: LivePod, chosen: string): string {
  return `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${chosen}" arbitrarily.`;
}

/** Prints a label selector as Go prints it in messages. */
export function goSelector(selector: LabelSelectorSpec | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, value]) => `${label}: ${value},`);
  const requirements = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}},}`;
}
