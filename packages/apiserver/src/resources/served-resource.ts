import type { JsonObject } from '@kb/apimachinery';
import type { ManagedEndpoint } from '@kb/apimachinery/managed-fields';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { DecodeContext } from '../serializer/decode-context.ts';
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
   * Decodes a body or the result of a patch into a new object, in the kind's shape and with its defaults. Unknown
   * fields are dropped and recorded in the context. Throws a DecodeError for values of the wrong type, or a
   * StatusError.
   */
  decode(value: JsonObject, context: DecodeContext): ApiObject;
  /** Returns a new copy in the form in which it is stored and served: fields in order, empty ones left out. */
  encode(object: ApiObject): ApiObject;
  /**
   * Returns a new copy in the form in which it is served without having been stored: empty lists and maps are kept.
   * Absent: the same as `encode`.
   */
  encodeUnstored?(object: ApiObject): ApiObject;
  /** How webhooks get and change objects. Absent: as clients do. */
  readonly forWebhooks?: {
    /** Reads what a webhook has made of an object. Nothing is dropped: the next webhook gets all of it. */
    readonly decode: (value: JsonObject) => ApiObject;
    /** Returns a new copy in the form in which webhooks get it. */
    readonly encode: (object: ApiObject) => ApiObject;
    /** Returns what the last webhook has left with metadata of the right types; the rest is for validation. */
    readonly settle: (object: ApiObject) => ApiObject;
  };
}

/**
 * What handles the requests to a subresource: `object` is another way to write the resource itself, `container` needs a
 * running container, `proxy` passes requests on, and the others have handlers of their own.
 */
export type SubresourceHandler = 'object' | 'scale' | 'binding' | 'eviction' | 'token' | 'container' | 'proxy';

/** A subresource, as discovery and routing know it. */
export interface ServedSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind;
  /** The verbs, in the order in which discovery shows them. */
  readonly verbs: readonly string[];
  /** What handles the requests. Absent: they are refused as not supported. */
  readonly handler?: SubresourceHandler;
  /** The options of a subresource that is not an object. */
  readonly options?: SubresourceOptions;
}

/** Objects that are computed when they are read, and that clients cannot write or watch. */
export interface ComputedObjects {
  /** The objects of a namespace, in the order of their names; of all namespaces for an empty one. */
  readonly all: (namespace: string) => Iterable<FrozenObject>;
  /** The object with this name. Throws a StatusError if there is none. */
  readonly one: (namespace: string, name: string) => FrozenObject;
}

/** One resource in one version, as it is served. Request handling treats built-in kinds and custom resources alike. */
export interface ServedResource extends GroupVersionKind {
  /** `group/version`, or `version` alone in the core group. */
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** The verbs, as discovery shows them. */
  readonly verbs: readonly string[];
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  /**
   * True: defined by a CustomResourceDefinition. Some responses of custom resources differ from those of built-in
   * kinds.
   */
  readonly custom: boolean;
  /** True: the resource accepts requests but stores no objects (access reviews). */
  readonly virtual: boolean;
  /** What handles a POST to a virtual resource. Absent: {@link review}. */
  readonly handler?: 'binding';
  /** Evaluates the objects that are posted to a virtual resource. */
  readonly review?: Review;
  /** The objects of a resource that stores none, because they are computed. Absent: objects are stored. */
  readonly computed?: ComputedObjects;
  /** True: its definition is being deleted, so that no more objects can be created. */
  readonly terminating?: boolean;
  /** The collection that holds the objects: one for all versions and groups that serve the same objects. */
  readonly collection: string;
  /** The kind and version in which objects are stored. */
  readonly storage: GroupVersionKind;
  /** The version that discovery reports as the storage version. Empty: none. */
  readonly discoveredStorageVersion: string;
  /** The path of the objects in etcd, below its prefix, as messages name it. */
  readonly registryName: string;
  /** True: objects are stored as JSON, not as protobuf, and so may nest as deeply as JSON can. */
  readonly storedAsJson: boolean;
  /** How long an object stays after its last write, in milliseconds. Absent: until it is deleted. */
  readonly ttlMs?: number;
  readonly codec: ObjectCodec;
  readonly strategy: Strategy;
  readonly fieldLabels: FieldLabels;
  readonly columns: TableColumns;
  /** How the scale subresource reads and writes an object. Absent: there is no scale subresource. */
  readonly scale?: ScaleView;
  /**
   * Fields that kube-apiserver writes even into an empty object of the kind, such as one that it never read from
   * storage. Absent: none.
   */
  readonly emptyFields?: JsonObject;
  /** Returns the schema of the whole object, for patches and managed fields; the same object at each call. */
  schema(): JsonSchemaProps;
  /** Returns what server-side apply needs to know about the endpoint. */
  managedEndpoint(subresource?: string): ManagedEndpoint;
  /** Converts a stored object to this version; returns the same result for the same object. */
  fromStorage(object: FrozenObject): FrozenObject;
  /**
   * Makes sure that {@link fromStorage} can convert each of several stored objects; throws a ConversionNeeded if a
   * webhook must convert some of them first. Absent: no conversion ever needs a webhook. If present, `fromStorage`,
   * `toStorage` and the conversions of {@link managedEndpoint} may throw a ConversionNeeded too.
   */
  prepare?(objects: readonly FrozenObject[]): void;
  /** Converts an object of this version to the storage version. */
  toStorage(object: ApiObject): ApiObject;
  /** Warnings that are sent with every response. */
  readonly warnings: readonly string[];
}

/** Returns the group and plural by which messages name a resource. */
export function groupResource(resource: ServedResource): { group: string; plural: string } {
  return { group: resource.group, plural: resource.plural };
}
