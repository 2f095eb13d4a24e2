import type { ApplyInput } from './apply-input.ts';
import type { KubernetesObject } from './object.ts';

/** The facts about a resource that a client needs. */
export interface ResourceDefinition {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural name, as in URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Subresources that the API server serves, such as `status` and `scale`. */
  readonly subresources?: readonly string[];
  /** True: requests return only the metadata of its objects, see {@link metadataOf}. */
  readonly metadataOnly?: boolean;
  /** Requests return tables, whose rows include this much of the objects, see {@link tablesOf}. Default: objects. */
  readonly tables?: 'Object' | 'Metadata';
}

/**
 * A handle of one resource: the first argument of every verb of the client. Handles are plain constants (generated ones
 * live in client packages, built-in ones in `@kb/kubernetes/<group>/<version>`), equal by their group, version and
 * plural, and carry the type of the objects (`T`), the input type of an apply (`A`), the names of the subresources
 * (`S`) and whether the resource is namespaced (`N`, when known). A call with a subresource that the resource does not
 * have does not type-check, nor does a namespace for a cluster-scoped one.
 *
 * A parameter of type `Resource<T, A>` accepts every handle; one of type `Resource<T, A, 'status'>` those with a status
 * subresource.
 */
export interface Resource<
  T extends KubernetesObject = KubernetesObject,
  A = ApplyInput<T>,
  S extends string = never,
  N extends boolean = boolean,
> extends ResourceDefinition {
  readonly namespaced: N;
  /** Only for the type checker; never set at run time. */
  readonly __types?: { readonly object: T; readonly apply: A; readonly hasSubresource: (name: S) => void };
}

/** A handle of a resource that is known to be cluster-scoped. */
export type ClusterResource<
  T extends KubernetesObject = KubernetesObject,
  A = ApplyInput<T>,
  S extends string = never,
> = Resource<T, A, S, false>;

/** The type of the objects of a resource handle. */
export type ObjectOf<R extends Resource> = NonNullable<R['__types']>['object'];

/**
 * Creates a handle. Pure, so that bundlers drop unused handles. `S` are the subresources that calls may name. Default:
 * any, as for resources that are known only at run time. With `namespaced: false` it is a {@link ClusterResource}.
 */
export function defineResource<T extends KubernetesObject, A = ApplyInput<T>, S extends string = string>(
  definition: ResourceDefinition & { readonly namespaced: false },
): ClusterResource<T, A, S>;
export function defineResource<T extends KubernetesObject, A = ApplyInput<T>, S extends string = string>(
  definition: ResourceDefinition,
): Resource<T, A, S>;
export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition;
}

/** A handle whose requests return only the metadata of objects. */
export type MetadataResource = Resource<KubernetesObject, never> & { readonly metadataOnly: true };

/**
 * Returns a handle of the same resource that requests only the metadata of its objects (the API server's
 * PartialObjectMetadata), which is a fraction of the bytes. The objects have only `apiVersion`, `kind` and `metadata`.
 * They can be read, watched, patched and deleted, but not created, updated or applied.
 */
export function metadataOf(resource: ResourceDefinition): MetadataResource {
  const { group, version, kind, plural, namespaced } = resource;
  return { group, version, kind, plural, namespaced, metadataOnly: true };
}

/** A column of a {@link Table}. Columns of priority 0 are those that kubectl shows without `-o wide`. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** The API server's `Table`: objects as rows of text, with the columns that it, or the definition of the kind, has. */
export interface Table extends KubernetesObject {
  /** Absent in all but the first event of a watch. */
  readonly columnDefinitions?: readonly TableColumn[] | null;
  readonly rows?:
    | readonly {
        readonly cells: readonly unknown[];
        /** The object, or its metadata alone. */
        readonly object?: KubernetesObject | null;
      }[]
    | null;
}

/** A handle whose requests return tables. */
export type TableResource = Resource<Table, never> & { readonly tables: 'Object' | 'Metadata' };

/**
 * Returns a handle of the same resource whose requests return {@link Table}s: one for a list (its only item), and one
 * with one row for each event of a watch. `include` is how much of each object a row has. Such handles can only be read
 * and watched.
 */
export function tablesOf(resource: ResourceDefinition, include: 'Object' | 'Metadata'): TableResource {
  const { group, version, kind, plural, namespaced } = resource;
  return { group, version, kind, plural, namespaced, tables: include };
}

/** `group/version`, or `version` alone in the core group. */
export function apiVersionOf(resource: Pick<ResourceDefinition, 'group' | 'version'>): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** The identity of a resource, for maps: `plural.version.group`. */
export function resourceId(resource: Pick<ResourceDefinition, 'group' | 'version' | 'plural'>): string {
  return `${resource.plural}.${resource.version}.${resource.group}`;
}
