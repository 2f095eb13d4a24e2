import type { JsonPrimitive } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Marker } from '../markers/marker-definition.ts';
import type { KindFacts, RbacRule } from './facts.ts';
import type { Webhook, WebhookConfiguration } from './webhook-facts.ts';

/** Everything that the sources of a project say. The only thing that emitters see. */
export interface Model {
  /** Sorted by group and version. */
  readonly groupVersions: readonly GroupVersion[];
  /** Sorted by group, name and version. */
  readonly kinds: readonly Kind[];
  readonly types: ReadonlyMap<TypeId, NamedType>;
  /** In the order of the files, and of the markers in them. */
  readonly permissions: readonly Permission[];
  /** In the same order. */
  readonly webhooks: readonly Webhook[];
  /** In the same order. */
  readonly webhookConfigurations: readonly WebhookConfiguration[];
}

/** A folder of sources with `+groupName`. */
export interface GroupVersion {
  /** Empty: the core group. */
  readonly group: string;
  readonly version: string;
  /** Relative to the project's folder. */
  readonly folder: string;
  /** Relative to the package's sources, such as `batch/v1alpha1`: also the path of the generated client. */
  readonly path: string;
  /** What its types are imported from, such as `@example/api/batch/v1alpha1`. */
  readonly module: string;
  /** The declarations that its index exports under their own names. */
  readonly exports: ReadonlySet<TypeId>;
  /** Every name that its index exports. */
  readonly exportedNames: ReadonlySet<string>;
  /** True: interfaces for server-side apply are made of its types. */
  readonly applyInterfaces: boolean;
  /** Where they go, below the group version's client folder. Empty: beside the handles. */
  readonly applyFolder: string;
  /** True: its kinds belong to another project. */
  readonly external: boolean;
}

/** A kind in one version. */
export interface Kind {
  readonly name: string;
  readonly groupVersion: GroupVersion;
  readonly type: TypeId;
  readonly facts: KindFacts;
  readonly span: Span;
}

/** A permission that a marker grants. */
export interface Permission extends RbacRule {
  readonly span: Span;
}

/** Identifies a declared type: its file and name, and what its type parameters stand for. */
export type TypeId = string;

/** A declaration of a type: what a named type is in Go. */
export interface NamedType {
  readonly id: TypeId;
  readonly name: string;
  /** The file that declares it, relative to the project's folder. */
  readonly file: string;
  /** True for an instance of a generic declaration. */
  readonly generic: boolean;
  /** Description; empty: none. */
  readonly doc: string;
  readonly markers: readonly Marker[];
  readonly span: Span;
  readonly type: TypeUse;
}

/** A type as a field, a list, a map or a declaration uses it. */
export type TypeUse =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'named'; readonly id: TypeId }
  /** A type of Kubernetes, by the name that `@kb/kubernetes/data` has for it. */
  | { readonly kind: 'builtIn'; readonly name: string }
  /** The type of one field of a type of Kubernetes, with what its markers say. */
  | { readonly kind: 'builtInField'; readonly owner: string; readonly field: string }
  /** What every kind has: apiVersion, kind and metadata. */
  | { readonly kind: 'kubernetesObject' }
  /** A list; `minItems` and `maxItems` where it was written as a tuple. */
  | { readonly kind: 'list'; readonly items: TypeUse; readonly minItems?: number; readonly maxItems?: number }
  | { readonly kind: 'map'; readonly values: TypeUse }
  /** A closed set of values, all of one JSON type. */
  | { readonly kind: 'enum'; readonly values: readonly Exclude<JsonPrimitive, null | bigint>[] }
  /** A text that a regular expression (RE2, without anchors) matches as a whole. */
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'nullable'; readonly of: TypeUse }
  | ObjectType
  | UnionType
  /** Any JSON value, kept as it is. */
  | { readonly kind: 'json' }
  /** Reported already: emitters leave it out. */
  | { readonly kind: 'unknown' };

/** An object with fields. */
export interface ObjectType {
  readonly kind: 'object';
  /** Types whose fields are this type's own; a field of this type wins over theirs. */
  readonly parents: readonly TypeUse[];
  readonly fields: readonly Field[];
  /** True: fields that are not named here are kept as they are. */
  readonly open: boolean;
  /** Fields that no value has, `name?: never`: in a shape of a union, those of other shapes. */
  readonly absent?: readonly AbsentField[];
}

/** A field of which a type says that it is not there. */
export interface AbsentField {
  readonly name: string;
  /** Where its type stands. */
  readonly span: Span;
}

/** Objects of several shapes, of which a value has exactly one. */
export interface UnionType {
  readonly kind: 'union';
  /** At least two. None of them is a union or null itself. */
  readonly branches: readonly UnionBranch[];
  readonly span: Span;
}

/** One shape of a {@link UnionType}. */
export interface UnionBranch {
  /** How the source writes it, for messages. */
  readonly name: string;
  readonly type: TypeUse;
  readonly span: Span;
}

/** Scalars, by the names that `@kb/apimachinery` has for them. */
export type Scalar = 'string' | 'boolean' | 'int' | 'int32' | 'int64' | 'float32' | 'float64' | 'number' | 'bytes';

/** A field of an object. */
export interface Field {
  /** Name in JSON. */
  readonly name: string;
  readonly required: boolean;
  /** Description; empty: that of its type. */
  readonly doc: string;
  readonly markers: readonly Marker[];
  readonly type: TypeUse;
  readonly span: Span;
}
