import { allowsPath, type CompiledRule, compileRule, type PolicyRule } from './policy-rule.ts';
import { goList } from '../../objects/go-list.ts';

/** The parts of a rule with one verb for one resource, or for one path. */
interface SimpleRule {
  readonly verb: string;
  /** Undefined for a path. */
  readonly resource:
    { readonly group: string; readonly resource: string; readonly name: string | undefined } | undefined;
  readonly path: string;
}

/** The most parts that are looked at: the product of long lists would take minutes. */
const MOST_PARTS = 20_000;
/** The most comparisons of a part with a rule, or with one of its paths. */
const MOST_COMPARISONS = 2_000_000;

/**
 * Describes, as messages do, what `wanted` allows and `held` does not: a sorted text for each resource or path. Empty:
 * nothing is missing. If there is too much to compare, only rules that allow everything are looked at.
 */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string[] {
  const parts = partsOf(wanted);
  // Many bindings may grant the same role.
  const compiled = [...new Set(held)].map(compileRule);
  const comparisons = parts * compiled.reduce((sum, { prefixes }) => sum + 1 + prefixes.length, 0);
  if (parts > MOST_PARTS || comparisons > MOST_COMPARISONS) {
    if (allowEverythingIn(wanted, held)) return [];
    return [parts > MOST_PARTS ? `more than ${MOST_PARTS} permissions` : 'too many permissions to compare'];
  }
  const verbsOf = new Map<string, string[]>();
  const texts = new Set<string>();
  for (const { verb, resource, path } of simpleRules(wanted)) {
    if (compiled.some((rule) => covers(rule, verb, resource, path))) continue;
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

/** Whether rules allow all resources or paths, of those two that other rules have. */
function allowEverythingIn(wanted: readonly PolicyRule[], held: readonly PolicyRule[]): boolean {
  const allowsAll = (field: 'resources' | 'nonResourceURLs'): boolean =>
    held.some(
      (rule) =>
        [rule.verbs, rule[field]].every((list) => list.includes('*')) &&
        (field === 'nonResourceURLs' || (rule.apiGroups.includes('*') && rule.resourceNames.length === 0)),
    );
  return (['resources', 'nonResourceURLs'] as const).every(
    (field) => wanted.every((rule) => rule[field].length === 0) || allowsAll(field),
  );
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
function covers(rule: CompiledRule, verb: string, wanted: SimpleRule['resource'], path: string): boolean {
  if (!rule.verbs.has('*') && !rule.verbs.has(verb)) return false;
  if (!wanted) return allowsPath(rule, path);
  const { group, resource, name } = wanted;
  if (!rule.apiGroups.has('*') && !rule.apiGroups.has(group)) return false;
  const slash = resource.indexOf('/');
  const hasResource =
    rule.resources.has('*') ||
    rule.resources.has(resource) ||
    (slash >= 0 && rule.resources.has(`*${resource.slice(slash)}`));
  if (!hasResource) return false;
  return rule.resourceNames.size === 0 || (name !== undefined && rule.resourceNames.has(name));
}
