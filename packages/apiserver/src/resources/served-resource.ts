import type { JsonObject } from '@kb/apimachinery';
import type { ManagedEndpoint } from '@kb/apimachinery/managed-fields';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { DecodeContext } from '../serializer/decode-context.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import type { Review } from './review.ts';
import type { Strategy } from './strategy.ts';
import type { TableColumns } from './table-columns.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { FieldLabels } from './field-labels.ts';
import type { ScaleView } from './scale.ts';
import type { SubresourceOptions } from './subresource-options.ts';

/** A kind's name. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** How objects of a kind are read from a request and written into the store. */
export interface ObjectCodec {
  /**
   * Reads a body or the result of a patch: a fresh object, of the kind's shape, with its defaults. Unknown fields are
   * dropped and noted in the context. Throws a DecodeError on what does not fit, or a StatusError.
   */
  decode(value: JsonObject, context: DecodeContext): ApiObject;
  /** A fresh copy in the form in which it is stored and served: order of fields, empty ones left out. */
  encode(object: ApiObject): ApiObject;
  /**
   * A fresh copy as it is served without having been stored: lists and maps that have nothing in them are not none.
   * Absent: as `encode`.
   */
  encodeUnstored?(object: ApiObject): ApiObject;
}

/**
 * What handles the requests to a subresource: `object` writes the resource itself in another way, `container` needs a
 * container that runs, and the others are handlers of their own.
 */
export type SubresourceHandler = 'object' | 'scale' | 'binding' | 'eviction' | 'token' | 'container';

/** A subresource, as discovery and routing know it. */
export interface ServedSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind;
  /** Sorted as discovery shows them. */
  readonly verbs: readonly string[];
  /** Absent: requests are refused as not supported. */
  readonly handler?: SubresourceHandler;
  /** The options of a subresource that is not an object. */
  readonly options?: SubresourceOptions;
}

/**
 * One resource in one version, as it is served: built-in kinds and custom resources look alike to everything that
 * handles requests.
 */
export interface ServedResource extends GroupVersionKind {
  /** `group/version`, or `version` alone in the core group. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** As discovery shows them. */
  readonly verbs: readonly string[];
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  /**
   * True: defined by a CustomResourceDefinition. Some responses of custom resources differ from those of built-in
   * kinds.
   */
  readonly custom: boolean;
  /** True: takes requests but keeps no objects (access reviews). */
  readonly virtual: boolean;
  /** What handles a POST to a virtual resource. Absent: {@link review}. */
  readonly handler?: 'binding';
  /** How a virtual resource is answered. */
  readonly review?: Review;
  /** True: its definition is being deleted, and nothing is created any more. */
  readonly terminating?: boolean;
  /** Where the objects are: one collection for all versions and groups that show the same objects. */
  readonly collection: string;
  /** The kind and version that are stored. */
  readonly storage: GroupVersionKind;
  /** The version that discovery takes for the stored one. */
  readonly discoveredStorageVersion: string;
  /** Where etcd keeps the objects, below its prefix, as messages name it. */
  readonly registryName: string;
  /** True: objects are stored as JSON, not as protobuf, and so may nest as deep as JSON can. */
  readonly storedAsJson: boolean;
  /** How long an object stays when nothing writes it again, in milliseconds. Absent: until it is deleted. */
  readonly ttlMs?: number;
  readonly codec: ObjectCodec;
  readonly strategy: Strategy;
  /** The admission plugins that are for this kind alone, in kube-apiserver's order. Absent: none. */
  readonly admission?: readonly AdmissionPlugin[];
  readonly fieldLabels: FieldLabels;
  readonly columns: TableColumns;
  /** How the scale subresource sees an object; absent: there is none. */
  readonly scale?: ScaleView;
  /** Fields that kube-apiserver writes into an object of the kind that was never read. Absent: none. */
  readonly emptyFields?: JsonObject;
  /** Schema of the whole object, for patches and managed fields. The same one each time. */
  schema(): JsonSchemaProps;
  /** What server-side apply must know of the endpoint. */
  managedEndpoint(subresource?: string): ManagedEndpoint;
  /** A stored object in this version: the same result for the same object. */
  fromStorage(object: FrozenObject): FrozenObject;
  /**
   * Makes sure that {@link fromStorage} can return each of several stored objects at once; throws a
   * ConversionNeeded when a webhook must be asked for some. Absent: it always has. Where it is there, `fromStorage`,
   * `toStorage` and the conversions of {@link managedEndpoint} may throw one too.
   */
  prepare?(objects: readonly FrozenObject[]): void;
  /** An object of this version as it is stored. */
  toStorage(object: ApiObject): ApiObject;
  /** Sent with every response. */
  readonly warnings: readonly string[];
}

/** How messages name a resource: group and plural. */
export function groupResource(resource: ServedResource): { group: string; plural: string } {
  return { group: resource.group, plural: resource.plural };
}
