import type { JsonObject } from '@kb/apimachinery';
import type { VersionConverter } from '@kb/apimachinery/managed-fields';
import type { ApiObject, FrozenObject } from '../../objects/api-object.ts';
import type { AdmissionPlugin } from '../../resources/admission-plugin.ts';
import type { Review } from '../../resources/review.ts';
import type { GroupVersionKind, ObjectCodec, ServedSubresource } from '../../resources/served-resource.ts';
import type { Strategy } from '../../resources/strategy.ts';
import type { TableColumns } from '../../resources/table-columns.ts';

/**
 * All that the server knows of a built-in kind. Its fields, its scope, its verbs and the names of its subresources and
 * field labels are not here: they are in the data of `@kb/kubernetes`. What a record leaves out is as for most kinds.
 */
export interface BuiltInKind extends BuiltInVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** The version that is stored and that the record describes. Default: `v1`. */
  readonly version?: string;
  /** The other versions that are served, each with all that holds for it. */
  readonly otherVersions?: Readonly<Record<string, BuiltInVersion>>;
}

/** What the server knows of one version of a built-in kind. */
export interface BuiltInVersion {
  /** Sets the defaults of an object that was read. Default: the kind has none. */
  readonly defaults?: (object: ApiObject) => void;
  /** How objects are created, changed, validated and deleted, also through subresources. Default: `genericStrategy`. */
  readonly strategy?: Strategy;
  /** The admission plugins that are for this kind alone, in kube-apiserver's order. Default: none. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Subresources that are not an object, a status or a scale, by name. */
  readonly subresources?: Readonly<Record<string, Pick<ServedSubresource, 'handler' | 'options'>>>;
  /** What handles a POST of a kind that is never kept. Default: {@link review}. */
  readonly handler?: 'binding';
  /** How a review is answered. */
  readonly review?: Review;
  /** The columns of `kubectl get`. Default: the name, and when it was created. */
  readonly columns?: TableColumns;
  readonly fieldLabels?: KindFieldLabels;
  /** Warnings that go with the response to every request for the kind. */
  readonly warnings?: readonly string[];
  /** The selector in the Scale of an object. Default: `spec.selector` as a label selector. */
  readonly scaleSelector?: (object: FrozenObject) => string;
  /** Fields that kube-apiserver writes into an object of the kind that was never read. */
  readonly emptyFields?: JsonObject;
  /** Leaves out of metadata that is shown alone the annotations that stand for fields of Kubernetes' internal type. */
  readonly metadataAlone?: (metadata: FrozenObject['metadata']) => FrozenObject['metadata'];
  /** True: objects are stored as JSON, not as protobuf. Default: false. */
  readonly storedAsJson?: boolean;
  /** Where etcd keeps the objects, below its prefix. Default: under the plural. */
  readonly registryName?: string;
  /** The version that discovery takes for the stored one. Default: the stored one. */
  readonly discoveredStorageVersion?: string;
  /** How long an object stays when nothing writes it again, in milliseconds. Default: until it is deleted. */
  readonly ttlMs?: number;
  /** How objects are stored. `codec`: of this version. Default: as they are, in a collection of their own. */
  readonly conversion?: (codec: ObjectCodec) => BuiltInConversion;
}

/** What field selectors of a kind see, where that is not the text at a field's path. */
export interface KindFieldLabels {
  /** The value that a selector compares with, by field label. */
  readonly values?: Readonly<Record<string, (object: FrozenObject) => string>>;
  /** The message for a label that the kind does not have. Default: `field label not supported: NAME`. */
  readonly unknown?: (name: string) => string;
}

/** How objects of a version are stored as another version or kind, and read from there. */
export interface BuiltInConversion {
  readonly collection: string;
  readonly storage: GroupVersionKind;
  readonly fromStorage: (object: FrozenObject) => FrozenObject;
  readonly toStorage: (object: ApiObject) => ApiObject;
  /** How managed fields see an object in another version. Default: not at all. */
  readonly between?: VersionConverter;
}
