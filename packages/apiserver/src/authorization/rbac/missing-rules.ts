import { quoteString } from '@kb/apimachinery/codec';
import { type PolicyRule, withoutStars } from './policy-rule.ts';

/** The parts of a rule with one verb for one resource, or for one path. */
interface SimpleRule {
  readonly verb: string;
  /** Undefined for a path. */
  readonly resource:
    { readonly group: string; readonly resource: string; readonly name: string | undefined } | undefined;
  readonly path: string;
}

/** The most parts that are compared: the product of long lists would take minutes. */
const MOST_PARTS = 20_000;

/**
 * Describes, as messages do, what `wanted` allows and `held` does not: a sorted text for each resource or path. Empty:
 * nothing is missing. Of rules with very many parts, only whether there is a rule that allows everything is looked at.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string[] {
  if (partsOf(wanted) > MOST_PARTS) {
    const isAll = ({ verbs, apiGroups, resources, resourceNames }: PolicyRule): boolean =>
      [verbs, apiGroups, resources].every((list) => list.includes('*')) && resourceNames.length === 0;
    return held.some(isAll) ? [] : [`more than ${MOST_PARTS} permissions`];
  }
  const verbsOf = new Map<string, string[]>();
  const texts = new Set<string>();
  for (const { verb, resource, path } of simpleRules(wanted)) {
    if (held.some((rule) => covers(rule, verb, resource, path))) continue;
    if (!resource) {
      texts.add(`{NonResourceURLs:${goList([path])}, Verbs:${goList([verb])}}`);
      continue;
    }
    const { group, resource: plural, name } = resource;
    const names = name === undefined ? '' : `, ResourceNames:${goList([name])}`;
    const key = `{APIGroups:${goList([group])}, Resources:${goList([plural])}${names}`;
    const verbs = verbsOf.get(key);
    if (verbs) verbs.push(verb);
    else verbsOf.set(key, [verb]);
  }
  for (const [key, verbs] of verbsOf) texts.add(`${key}, Verbs:${goList(verbs)}}`);
  return [...texts].sort();
}

function partsOf(rules: readonly PolicyRule[]): number {
  return rules.reduce((sum, { verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => {
    const named = apiGroups.length * resources.length * Math.max(1, resourceNames.length);
    return sum + verbs.length * (named + nonResourceURLs.length);
  }, 0);
}

/** Breaks rules into their smallest parts. */
function* simpleRules(rules: readonly PolicyRule[]): Iterable<SimpleRule> {
  for (const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } of rules) {
    const names = resourceNames.length > 0 ? resourceNames : [undefined];
    for (const group of apiGroups) {
      for (const resource of resources) {
        for (const verb of verbs) {
          for (const name of names) {
            yield { verb, resource: { group, resource, name }, path: '' };
          }
        }
      }
    }
    for (const path of nonResourceURLs) for (const verb of verbs) yield { verb, resource: undefined, path };
  }
}

/** Whether one rule allows all of a simple one. */
function covers(rule: PolicyRule, verb: string, wanted: SimpleRule['resource'], path: string): boolean {
  if (!rule.verbs.includes('*') && !rule.verbs.includes(verb)) return false;
  if (!wanted)
    return rule.nonResourceURLs.some(
      (url) => url === path || (url.endsWith('*') && path.startsWith(withoutStars(url))),
    );
  const { group, resource, name } = wanted;
  if (!rule.apiGroups.includes('*') && !rule.apiGroups.includes(group)) return false;
  const slash = resource.indexOf('/');
  const hasResource =
    rule.resources.includes('*') ||
    rule.resources.includes(resource) ||
    (slash >= 0 && rule.resources.includes(`*${resource.slice(slash)}`));
  if (!hasResource) return false;
  return rule.resourceNames.length === 0 || (name !== undefined && rule.resourceNames.includes(name));
}

/** A list of strings as Go's `%q` prints it. */
export function goList(texts: readonly string[]): string {
  return `[${texts.map(quoteString).join(' ')}]`;
}
