import type { DiscoveredResource } from './discovery.ts';

/**
 * Finds a resource by name as kubectl does: `pods`, `pod`, `po`, `deployments.apps`, `deployments.v1.apps` or the kind
 * (`Deployment`), case-insensitively. A group may be abbreviated to a prefix if no group has that exact name. Returns
 * the first match: `resources` are in the server's order, the preferred version of a group first. Undefined if there is
 * none.
 */
export function findResource(name: string, resources: readonly DiscoveredResource[]): DiscoveredResource | undefined {
  for (const { plural, ...where } of readings(name.toLowerCase())) {
    const there = resources.filter((resource) => isIn(resource, where));
    const found = named(plural, there.length > 0 ? there : withGroupLike(resources, where));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Place {
  readonly version?: string;
  readonly group?: string;
}

/**
 * Returns the possible interpretations of a name, the most specific first: `name.version.group`, `name.group`, `name`.
 * Names of resources have no dots. An empty group matches any.
 */
function readings(name: string): (Place & { readonly plural: string })[] {
  const [plural = '', version = '', ...rest] = name.split('.');
  if (!name.includes('.')) return [{ plural }];
  const within = (group: string): Place => (group === '' ? {} : { group });
  const versioned = rest.length > 0 ? [{ plural, version, ...within(rest.join('.')) }] : [];
  return [...versioned, { plural, ...within([version, ...rest].join('.')) }];
}

function isIn(resource: DiscoveredResource, { version, group }: Place): boolean {
  return (version === undefined || resource.version === version) && (group === undefined || resource.group === group);
}

function withGroupLike(resources: readonly DiscoveredResource[], { version, group }: Place): DiscoveredResource[] {
  if (!group) return [];
  return resources.filter(
    (resource) => (version === undefined || resource.version === version) && resource.group.startsWith(group),
  );
}

/** Finds resources by plural name; else by singular name or kind; else by short name. */
function named(name: string, resources: readonly DiscoveredResource[]): DiscoveredResource | undefined {
  return (
    resources.find(({ plural }) => plural === name) ??
    resources.find(({ singular, kind }) => singular === name || kind.toLowerCase() === name) ??
    resources.find(({ shortNames }) => shortNames.includes(name))
  );
}
