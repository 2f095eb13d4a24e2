import type { JsonObject } from '@kb/apimachinery';
import type { VersionConverter } from '@kb/apimachinery/managed-fields';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import type { Review } from '../../resources/review.ts';
import type { GroupVersionKind, ObjectCodec, ServedSubresource } from '../../resources/served-resource.ts';
import type { Strategy } from '../../resources/strategy.ts';
import type { TableColumns } from '../../resources/table-columns.ts';

/**
 * The server's facts about a built-in kind. Its fields, its scope, its verbs and the names of its subresources and
 * field labels are in the data of `@kb/kubernetes` instead. Absent members mean the behaviour of most kinds.
 */
export interface BuiltInKind extends BuiltInVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** The stored version, which the record describes. Default: `v1`. */
  readonly version?: string;
  /** The other served versions, each with its own record. */
  readonly otherVersions?: Readonly<Record<string, BuiltInVersion>>;
}

/** The server's facts about one version of a built-in kind. */
export interface BuiltInVersion {
  /** Sets the defaults of a decoded object. Default: none. */
  readonly defaults?: (object: ApiObject) => void;
  /** How objects are created, changed, validated and deleted, also through subresources. Default: `genericStrategy`. */
  readonly strategy?: Strategy;
  /** Subresources other than objects, statuses and scales, by name. */
  readonly subresources?: Readonly<Record<string, Pick<ServedSubresource, 'handler' | 'options'>>>;
  /** The handler for POST of a kind that is never stored. Default: {@link review}. */
  readonly handler?: 'binding';
  /** Computes the response of a review. */
  readonly review?: Review;
  /** The columns of `kubectl get`. Default: name and age. */
  readonly columns?: TableColumns;
  readonly fieldLabels?: KindFieldLabels;
  /** Warnings in the response to every request for the kind. */
  readonly warnings?: readonly string[];
  /** The selector in the Scale of an object. Default: `spec.selector` as a label selector. */
  readonly scaleSelector?: (object: FrozenObject) => string;
  /** Fields that kube-apiserver writes into an empty object of the kind. */
  readonly emptyFields?: JsonObject;
  /** Removes the annotations that replace fields of Kubernetes' internal type, for requests of metadata alone. */
  readonly metadataAlone?: (metadata: FrozenObject['metadata']) => FrozenObject['metadata'];
  /** Store objects as JSON, not as protobuf. Default: false. */
  readonly storedAsJson?: boolean;
  /** The path of the objects in etcd, below its prefix. Default: the plural. */
  readonly registryName?: string;
  /** The version that discovery reports as stored. Default: the stored one. */
  readonly discoveredStorageVersion?: string;
  /** The lifetime of an object after its last write, in milliseconds. Default: until it is deleted. */
  readonly ttlMs?: number;
  /** The conversion to the stored form. `codec`: of this version. Default: unchanged, in a collection of their own. */
  readonly conversion?: (codec: ObjectCodec) => BuiltInConversion;
}

/** Field selectors of a kind, if they differ from the text at a field's path. */
export interface KindFieldLabels {
  /** Returns the value to compare with, by field label. */
  readonly values?: Readonly<Record<string, (object: FrozenObject) => string>>;
  /** The message for an unknown label. Default: `field label not supported: NAME`. */
  readonly unknown?: (name: string) => string;
}

/** The conversion of objects of a version that are stored as another version or kind. */
export interface BuiltInConversion {
  readonly collection: string;
  readonly storage: GroupVersionKind;
  readonly fromStorage: (object: FrozenObject) => FrozenObject;
  readonly toStorage: (object: ApiObject) => ApiObject;
  /** Converts objects between versions for managed fields. Default: none. */
  readonly between?: VersionConverter;
}
