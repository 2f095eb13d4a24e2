import type { LabelSelectorSpec } from '@kb/apimachinery/selectors';

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
