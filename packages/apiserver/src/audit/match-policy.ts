import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';
import type { AuditLevel } from './audit-annotations.ts';
import type { AuditedResources, AuditPolicy, AuditRule, AuditStage } from './audit-policy.ts';

/** How a policy wants a request to be audited. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omittedStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** Decides for each request how it is audited. `user` is undefined if the credentials of the request are unknown. */
export type DecideAudit = (user: User | undefined, attributes: RequestAttributes) => AuditDecision;

/** Returns the function that decides by a policy: the first rule that matches. */
export function auditDecider({ rules, omitStages, omitManagedFields = false }: AuditPolicy): DecideAudit {
  const decisions = rules.map((rule) => ({
    matches: ruleMatcher(rule),
    decision: {
      level: rule.level,
      omittedStages: new Set([...(omitStages ?? []), ...(rule.omitStages ?? [])]),
      omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }));
  const otherwise: AuditDecision = { level: 'None', omittedStages: new Set(), omitManagedFields };
  return (user, attributes) => decisions.find(({ matches }) => matches(user, attributes))?.decision ?? otherwise;
}

type Matches = (user: User | undefined, attributes: RequestAttributes) => boolean;

function ruleMatcher(rule: AuditRule): Matches {
  const users = setOf(rule.users);
  const userGroups = setOf(rule.userGroups);
  const verbs = setOf(rule.verbs);
  const matchesTarget = targetMatcher(rule);
  return (user, attributes) =>
    (!users || (user !== undefined && users.has(user.name))) &&
    (!userGroups || (user?.groups.some((group) => userGroups.has(group)) ?? false)) &&
    (!verbs || verbs.has(attributes.verb)) &&
    matchesTarget(attributes);
}

function targetMatcher(rule: AuditRule): (attributes: RequestAttributes) => boolean {
  const namespaces = setOf(rule.namespaces);
  const resources = rule.resources?.length ? rule.resources.map(resourceMatcher) : undefined;
  const paths = rule.nonResourceURLs ?? [];
  if (namespaces || resources) {
    return (attributes) =>
      attributes.isResource &&
      (!namespaces || namespaces.has(attributes.namespace)) &&
      (!resources || resources.some((matches) => matches(attributes)));
  }
  if (paths.length === 0) return () => true;
  return (attributes) => !attributes.isResource && paths.some((path) => matchesPath(path, attributes.path));
}

function matchesPath(spec: string, path: string): boolean {
  return spec === '*' || spec === path || (spec.endsWith('*') && path.startsWith(spec.slice(0, -1)));
}

type ResourceAttributes = Extract<RequestAttributes, { isResource: true }>;

function resourceMatcher({
  group = '',
  resources,
  resourceNames,
}: AuditedResources): (attributes: ResourceAttributes) => boolean {
  const wanted = setOf(resources);
  const names = setOf(resourceNames);
  return ({ group: asked, resource, subresource, name }) => {
    if (group !== '*' && group !== asked) return false;
    if (!wanted) return true;
    if (names && !names.has(name)) return false;
    return (
      wanted.has(subresource === '' ? resource : `${resource}/${subresource}`) ||
      wanted.has('*') ||
      wanted.has(`${resource}/*`) ||
      (subresource !== '' && wanted.has(`*/${subresource}`))
    );
  };
}

/** A list as a set; undefined for one without entries, which matches everything. */
function setOf(list: readonly string[] | null | undefined): ReadonlySet<string> | undefined {
  return list?.length ? new Set(list) : undefined;
}
