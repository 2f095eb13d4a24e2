import { compareVersions } from '@kb/apimachinery/server';
import type { ServedResource } from './served-resource.ts';

/** A group's versions, the preferred one first. */
export interface ServedGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly versions: readonly ServedVersion[];
}

/** The resources of one group version, sorted by plural. */
export interface ServedVersion {
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** The name of a served resource. */
type ResourceName = Pick<ServedResource, 'group' | 'version' | 'plural'>;

/** The served resources: the built-in ones, and those of CustomResourceDefinitions, which may change. */
export class Registry {
  private readonly byPlural = new Map<string, ServedResource>();
  /** `group/version` of the built-in resources. */
  private readonly builtInVersions: ReadonlySet<string>;
  private readonly builtInGroups: ReadonlySet<string>;
  /** Resources that exist but cannot be used, by {@link pluralKey}. */
  private readonly unusable = new Map<string, ServedResource>();
  /** By {@link pluralKey}. */
  private readonly listeners = new Map<string, Set<() => void>>();
  private changes = 0;
  private grouped: { readonly changes: number; readonly groups: readonly ServedGroup[] } | undefined;

  constructor(builtIn: readonly ServedResource[]) {
    for (const resource of builtIn) this.byPlural.set(pluralKey(resource), resource);
    this.builtInVersions = new Set(builtIn.map(({ group, version }) => `${group}/${version}`));
    this.builtInGroups = new Set(builtIn.map(({ group }) => group));
  }

  /** A number that increases with every change: values computed from the registry are valid while it stays the same. */
  get generation(): number {
    return this.changes;
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.byPlural.get(pluralKey({ group, version, plural }));
  }

  /** Finds a kind by `apiVersion` and `kind`. */
  findKind(apiVersion: string, kind: string): ServedResource | undefined {
    for (const resource of this.byPlural.values())
      if (resource.kind === kind && resource.apiVersion === apiVersion) return resource;
    return undefined;
  }

  /** Whether the group has built-in resources: unknown paths below such a group get a Status, others plain text. */
  hasBuiltInGroup(group: string): boolean {
    return this.builtInGroups.has(group);
  }

  /** Whether the server itself has this version of a group: others cannot add resources to it. */
  isBuiltIn({ group, version }: Pick<ResourceName, 'group' | 'version'>): boolean {
    return this.builtInVersions.has(`${group}/${version}`);
  }

  /** Finds a resource whose definition is not usable, so that all requests fail; discovery does not have it. */
  findUnusable(group: string, version: string, plural: string): ServedResource | undefined {
    return this.unusable.get(pluralKey({ group, version, plural }));
  }

  /** Adds a resource that {@link findUnusable} finds, until it is added or removed. */
  addUnusable(resource: ServedResource): void {
    this.unusable.set(pluralKey(resource), resource);
  }

  /** Starts serving a resource; replaces one with the same name. */
  add(resource: ServedResource): void {
    this.unusable.delete(pluralKey(resource));
    this.byPlural.set(pluralKey(resource), resource);
    this.changed(resource);
  }

  /** Stops serving a resource. */
  remove(resource: ResourceName): void {
    this.unusable.delete(pluralKey(resource));
    if (this.byPlural.delete(pluralKey(resource))) this.changed(resource);
  }

  /** Calls a listener after every change of the resource with this name, until the returned function is called. */
  subscribe(resource: ResourceName, listener: () => void): () => void {
    const key = pluralKey(resource);
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(key) === listeners) this.listeners.delete(key);
    };
  }

  all(): Iterable<ServedResource> {
    return this.byPlural.values();
  }

  /** The groups in the order of discovery, with their versions, the preferred one first. */
  groups(): readonly ServedGroup[] {
    if (this.grouped?.changes !== this.changes)
      this.grouped = { changes: this.changes, groups: groupResources(this.byPlural.values()) };
    return this.grouped.groups;
  }

  private changed(resource: ResourceName): void {
    this.changes += 1;
    for (const listener of this.listeners.get(pluralKey(resource)) ?? []) listener();
  }
}

const pluralKey = ({ group, version, plural }: ResourceName): string => `${group}/${version}/${plural}`;

/** The order of kube-apiserver's own groups; the others follow, sorted by name. */
const groupOrder = [
  '',
  'apiregistration.k8s.io',
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
];

function groupResources(resources: Iterable<ServedResource>): ServedGroup[] {
  const groups = new Map<string, Map<string, ServedResource[]>>();
  for (const resource of resources) {
    const versions = groups.get(resource.group) ?? new Map<string, ServedResource[]>();
    groups.set(resource.group, versions);
    const members = versions.get(resource.version) ?? [];
    versions.set(resource.version, members);
    members.push(resource);
  }
  const rank = (name: string): number => {
    const place = groupOrder.indexOf(name);
    return place < 0 ? groupOrder.length : place;
  };
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([name, versions]) => ({
      name,
      versions: [...versions]
        .sort(([a], [b]) => compareVersions(a, b))
        .map(([version, members]) => ({ version, resources: members.sort((a, b) => (a.plural < b.plural ? -1 : 1)) })),
    }));
}
