import type { ResourceAttributes, RequestAttributes } from '../../authentication/request-attributes.ts';
import { type FrozenObject, objectsIn } from '../../objects/api-object.ts';

/** One rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty: all names. */
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** A rule in a form in which it is checked quickly, however long its lists are. */
export interface CompiledRule {
  readonly verbs: ReadonlySet<string>;
  readonly apiGroups: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  readonly resourceNames: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  /** The beginnings of paths that end in `*` in the rule. */
  readonly prefixes: readonly string[];
}

/** The rules of a role. */
export interface RoleRules {
  readonly rules: readonly PolicyRule[];
  readonly compiled: readonly CompiledRule[];
}

/** By role; stored objects never change. */
const known = new WeakMap<FrozenObject, RoleRules>();

/** Reads the rules of a stored Role or ClusterRole. */
export function rulesOf(role: FrozenObject): RoleRules {
  let found = known.get(role);
  if (!found) {
    const rules = readRules(role.rules);
    found = { rules, compiled: rules.map(compileRule) };
    known.set(role, found);
  }
  return found;
}

/** Reads a list of rules. */
export function readRules(rules: unknown): PolicyRule[] {
  return objectsIn(rules).map((rule) => {
    const list = (field: string): string[] =>
      (Array.isArray(rule[field]) ? rule[field] : []).filter((value) => typeof value === 'string');
    return {
      verbs: list('verbs'),
      apiGroups: list('apiGroups'),
      resources: list('resources'),
      resourceNames: list('resourceNames'),
      nonResourceURLs: list('nonResourceURLs'),
    };
  });
}

/** Prepares a rule for many checks. */
export function compileRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): CompiledRule {
  return {
    verbs: new Set(verbs),
    apiGroups: new Set(apiGroups),
    resources: new Set(resources),
    resourceNames: new Set(resourceNames),
    paths: new Set(nonResourceURLs),
    prefixes: nonResourceURLs.filter((path) => path.endsWith('*')).map((path) => withoutStars(path)),
  };
}

/** A path of a rule without the stars at its end. */
function withoutStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === '*') end -= 1;
  return path.slice(0, end);
}

/** Whether the rules of a role allow a request. */
export function rulesAllow({ compiled }: RoleRules, attributes: RequestAttributes): boolean {
  const { verb } = attributes;
  for (const rule of compiled) {
    if (!rule.verbs.has('*') && !rule.verbs.has(verb)) continue;
    if (attributes.isResource ? allowsResource(rule, attributes) : allowsPath(rule, attributes.path)) return true;
  }
  return false;
}

function allowsResource(
  { apiGroups, resources, resourceNames }: CompiledRule,
  { group, resource, subresource, name }: ResourceAttributes,
): boolean {
  if (!apiGroups.has('*') && !apiGroups.has(group)) return false;
  const isNamed =
    resources.has('*') ||
    (subresource === ''
      ? resources.has(resource)
      : resources.has(`${resource}/${subresource}`) || resources.has(`*/${subresource}`));
  return isNamed && (resourceNames.size === 0 || resourceNames.has(name));
}

/** Whether a rule, with a verb for it, allows a path. */
export function allowsPath({ paths, prefixes }: CompiledRule, path: string): boolean {
  return paths.has('*') || paths.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
}
