import type { RbacRule } from '../facts/facts.ts';
import { compareText } from '../text/compare-text.ts';

/** A rule of a role, its lists sorted and without duplicates. */
export interface PolicyRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

type Part = keyof PolicyRule;

/**
 * Merges permissions into the fewest rules, in controller-gen's order: first rules that differ only in their verbs,
 * then those that differ only in their resources, then groups, then URLs. The result grants exactly the same.
 */
export function normalizeRules(permissions: readonly RbacRule[]): PolicyRule[] {
  let rules = permissions.flatMap(rulesOf);
  for (const part of ['verbs', 'resources', 'groups', 'urls'] as const) {
    // Merging can give a rule the same key as another, so their verbs are merged again.
    rules = mergeBy(mergeBy(rules, part), 'verbs');
  }
  return rules
    .map((rule) => ({ key: sortKey(rule), rule: rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ rule }) => rule);
}

/** One rule for each resource; one without resources, if there are none. `core` is the core group. */
function rulesOf({ groups, resources, resourceNames, urls, verbs }: RbacRule): PolicyRule[] {
  const rest = {
    groups: sortedSet(groups.map((group) => (group === 'core' ? '' : group))),
    resourceNames: sortedSet(resourceNames),
    urls: sortedSet(urls),
    verbs: sortedSet(verbs),
  };
  return resources.length === 0
    ? [{ ...rest, resources: [] }]
    : resources.map((resource) => ({ ...rest, resources: [resource] }));
}

/** Merges rules that differ only in one part. */
function mergeBy(rules: readonly PolicyRule[], part: Part): PolicyRule[] {
  // All values are collected before they are sorted: sorting them for each rule would take quadratic time.
  const merged = new Map<string, { readonly rule: PolicyRule; readonly values: Set<string>; count: number }>();
  for (const rule of rules) {
    const key = JSON.stringify({ ...rule, [part]: undefined }, partsInOrder);
    const present = merged.get(key);
    if (present === undefined) {
      merged.set(key, { rule, values: new Set(rule[part]), count: 1 });
      continue;
    }
    for (const value of rule[part]) present.values.add(value);
    present.count += 1;
  }
  return Array.from(merged.values(), ({ rule, values, count }) =>
    count === 1 ? rule : { ...rule, [part]: [...values].sort(compareText) },
  );
}

const partsInOrder = ['groups', 'resources', 'resourceNames', 'urls', 'verbs'];

function sortKey({ groups, resources, resourceNames, urls }: PolicyRule): string {
  return [groups, resources, resourceNames, urls].map((part) => part.join('&')).join(' + ');
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compareText);
}
