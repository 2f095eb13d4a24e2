import type { DeepReadonly } from '@kb/apimachinery';
import { compareUtf8 } from '@kb/apimachinery/codec';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import type { ClusterRole, PolicyRule } from '@kb/kubernetes/rbac/v1';

/** A ClusterRole as the cache has it. */
export type LiveClusterRole = DeepReadonly<ClusterRole>;
type LiveRule = DeepReadonly<PolicyRule>;

/**
 * Returns the rules that a ClusterRole gathers from the roles that its aggregation rule selects: selector by selector,
 * and for each the roles in the order of their names. The role itself is left out, and so are rules that an earlier
 * role has. Throws a SelectorError on an invalid selector.
 */
export function aggregateRules(role: LiveClusterRole, roles: readonly LiveClusterRole[]): LiveRule[] {
  const found = new Map<string, LiveRule>();
  const others = roles
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .toSorted((a, b) => compareUtf8(a.metadata.name, b.metadata.name));
  for (const spec of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const selector = labelSelectorOf(spec);
    for (const { metadata, rules } of others) {
      if (!matchesLabels(selector, metadata.labels)) continue;
      for (const rule of rules ?? []) {
        const text = textOf(rule);
        if (!found.has(text)) found.set(text, rule);
      }
    }
  }
  return [...found.values()];
}

/** Whether the aggregation rule of a ClusterRole selects another. Throws a SelectorError on an invalid selector. */
export function isGathered(other: LiveClusterRole, by: LiveClusterRole): boolean {
  const selectors = by.aggregationRule?.clusterRoleSelectors ?? [];
  return selectors.some((spec) => matchesLabels(labelSelectorOf(spec), other.metadata.labels));
}

/** Whether two lists have the same rules in the same order. */
export function equalRules(a: readonly LiveRule[], b: readonly LiveRule[]): boolean {
  return a.length === b.length && a.every((rule, index) => textOf(rule) === textOf(b[index] ?? { verbs: [] }));
}

/** A text that is the same for equal rules only. Empty and absent lists are equal. */
function textOf({ apiGroups = [], nonResourceURLs = [], resourceNames = [], resources = [], verbs }: LiveRule): string {
  return JSON.stringify([apiGroups, nonResourceURLs, resourceNames, resources, verbs]);
}
