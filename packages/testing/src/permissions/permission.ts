/** A rule of a Role or ClusterRole. An absent list is empty. */
export interface RoleRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  /** Empty: objects of any name. */
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** What a request of an operator needs to be allowed. */
export interface PermissionRequest {
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource: `deployments/scale`. Empty for a path. */
  readonly resource: string;
  /** The object's name; empty without one, and for paths. */
  readonly name: string;
  /** For requests that are about no resource. */
  readonly path?: string;
}

/** One permission that a rule grants: a verb on a resource of a group, or on the objects of it with a name. */
export type Permission = PermissionRequest;

/** Whether a list of a rule has a value, or `*`. */
function lists(list: readonly string[] | undefined, value: string): boolean {
  return list?.some((each) => each === '*' || each === value) ?? false;
}

/** Whether a rule allows a request, as Kubernetes decides it. */
export function allows(rule: RoleRule, { verb, group, resource, name, path }: PermissionRequest): boolean {
  if (!lists(rule.verbs, verb)) return false;
  if (path !== undefined)
    return (rule.nonResourceURLs ?? []).some(
      (url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))),
    );
  const [, subresource] = resource.split('/');
  const matches =
    lists(rule.resources, resource) ||
    (subresource !== undefined && (rule.resources?.includes(`*/${subresource}`) ?? false));
  const named = !rule.resourceNames?.length || rule.resourceNames.includes(name);
  return matches && named && lists(rule.apiGroups, group);
}

/** Returns every permission that rules grant, each once, in their order. */
export function permissionsOf(rules: readonly RoleRule[]): Permission[] {
  const found = new Map<string, Permission>();
  const add = (permission: Permission): unknown => found.set(JSON.stringify(permission), permission);
  for (const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } of rules) {
    for (const verb of verbs) {
      for (const path of nonResourceURLs) add({ verb, group: '', resource: '', name: '', path });
      for (const group of apiGroups)
        for (const resource of resources)
          for (const name of resourceNames.length > 0 ? resourceNames : ['']) add({ verb, group, resource, name });
    }
  }
  return [...found.values()];
}

/**
 * Whether a request uses a permission. A watch uses the permission to list too: caches list where a server cannot begin
 * a watch with the objects that there are.
 */
export function uses(request: PermissionRequest, permission: Permission): boolean {
  const { verb, group, resource, name, path } = permission;
  if (verb === 'list' && request.verb === 'watch') return uses({ ...request, verb }, permission);
  const rule: RoleRule =
    path === undefined
      ? { verbs: [verb], apiGroups: [group], resources: [resource], ...(name !== '' && { resourceNames: [name] }) }
      : { verbs: [verb], nonResourceURLs: [path] };
  return allows(rule, request);
}
