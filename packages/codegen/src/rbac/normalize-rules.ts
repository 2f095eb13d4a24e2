import type { RbacRule } from '../facts/facts.ts';
import { compareText } from '../text/compare-text.ts';

/** A rule of a role, its lists sorted and without repetitions. */
export interface PolicyRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

type Part = keyof PolicyRule;

/**
 * Makes the fewest rules of many permissions, in controller-gen's order: rules that differ in their verbs only become
 * one, then those that differ in their resources only, then groups, then URLs. No permission is lost or added.
 */
export function normalizeRules(permissions: readonly RbacRule[]): PolicyRule[] {
  let rules = permissions.flatMap(rulesOf);
  for (const part of ['verbs', 'resources', 'groups', 'urls'] as const) {
    // Merging can give a rule the key that another has already, so that their verbs are put together again.
    rules = mergeBy(mergeBy(rules, part), 'verbs');
  }
  return rules
    .map((rule) => (rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule))
    .sort((a, b) => compareText(sortKey(a), sortKey(b)));
}

/** One rule for each resource; one without, where there are none. `core` is the core group. */
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

/** Makes one rule of those that differ in one part only. */
function mergeBy(rules: readonly PolicyRule[], part: Part): PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify({ ...rule, [part]: undefined }, partsInOrder);
    const present = merged.get(key);
    merged.set(
      key,
      present === undefined ? rule : { ...present, [part]: sortedSet([...present[part], ...rule[part]]) },
    );
  }
  return [...merged.values()];
}

const partsInOrder = ['groups', 'resources', 'resourceNames', 'urls', 'verbs'];

function sortKey({ groups, resources, resourceNames, urls }: PolicyRule): string {
  return [groups, resources, resourceNames, urls].map((part) => part.join('&')).join(' + ');
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compareText);
}
