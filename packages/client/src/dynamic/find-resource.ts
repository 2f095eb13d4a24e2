import type { DiscoveredResource } from './discovery.ts';

/**
 * The resource that a name means, as kubectl reads it: `pods`, `pod`, `po`, `deployments.apps`, `deployments.v1.apps`,
 * the kind (`Deployment`), in any case. A group may be abbreviated to its beginning when no group is called so. Of
 * several the first counts: `resources` come in the server's order, the preferred version of a group first. Undefined
 * when there is none.
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
 * What a name may say, the longer first: `name.version.group`, `name.group`, `name`. Names of resources have no dot. An
 * empty group is any.
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

/** By its plural name; else by the singular, or the kind; else by a short one. */
function named(name: string, resources: readonly DiscoveredResource[]): DiscoveredResource | undefined {
  return (
    resources.find(({ plural }) => plural === name) ??
    resources.find(({ singular, kind }) => singular === name || kind.toLowerCase() === name) ??
    resources.find(({ shortNames }) => shortNames.includes(name))
  );
}
