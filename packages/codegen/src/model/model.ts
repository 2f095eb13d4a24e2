import type { JsonPrimitive } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { KindFacts, RbacRule } from '../facts/facts.ts';
import type { Webhook, WebhookConfiguration } from '../facts/webhook-facts.ts';

/** Everything that the sources of a project declare. Emitters read nothing else. */
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
  /** Relative to the package's sources, such as `batch/v1alpha1`; also the path of the generated client. */
  readonly path: string;
  /** The module specifier of its types, such as `@example/api/batch/v1alpha1`. */
  readonly module: string;
  /** The declarations that its index exports under their own names. */
  readonly exports: ReadonlySet<TypeId>;
  /** Every name that its index exports. */
  readonly exportedNames: ReadonlySet<string>;
  /** True when interfaces for server-side apply are generated for its types. */
  readonly applyInterfaces: boolean;
  /** The folder of these interfaces, below the group version's client folder. Empty: beside the handles. */
  readonly applyFolder: string;
  /** True when its kinds belong to another project. */
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

/** Identifies a declared type: its file and name, and the arguments of its type parameters. */
export type TypeId = string;

/** A declaration of a type, like a named type in Go. */
export interface NamedType {
  readonly id: TypeId;
  readonly name: string;
  /** The file that declares it, relative to the project's folder. */
  readonly file: string;
  /** True for an instance of a generic declaration. */
  readonly generic: boolean;
  /** The description; empty if there is none. */
  readonly doc: string;
  readonly markers: readonly Marker[];
  readonly span: Span;
  readonly type: TypeUse;
}

/** A type as a field, a list, a map or a declaration uses it. */
export type TypeUse =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'named'; readonly id: TypeId }
  /** A type of Kubernetes, by its name in `@kb/kubernetes/data`. */
  | { readonly kind: 'builtIn'; readonly name: string }
  /** The type of one field of a type of Kubernetes, with the rules of its markers. */
  | { readonly kind: 'builtInField'; readonly owner: string; readonly field: string }
  /** The fields of every kind: apiVersion, kind and metadata. */
  | { readonly kind: 'kubernetesObject' }
  /** A list; `minItems` and `maxItems` for a tuple. */
  | { readonly kind: 'list'; readonly items: TypeUse; readonly minItems?: number; readonly maxItems?: number }
  | { readonly kind: 'map'; readonly values: TypeUse }
  /** A closed set of values, all of one JSON type. */
  | { readonly kind: 'enum'; readonly values: readonly Exclude<JsonPrimitive, null | bigint>[] }
  /** Text that a regular expression (RE2, without anchors) matches as a whole. */
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'nullable'; readonly of: TypeUse }
  | ObjectType
  | UnionType
  /** Any JSON value, kept as it is. */
  | { readonly kind: 'json' }
  /** A type with a problem that was reported: emitters leave it out. */
  | { readonly kind: 'unknown' };

/** An object with fields. */
export interface ObjectType {
  readonly kind: 'object';
  /** Types whose fields this type inherits; its own fields override theirs. */
  readonly parents: readonly TypeUse[];
  readonly fields: readonly Field[];
  /** True when fields that are not named here are kept. */
  readonly open: boolean;
  /** Fields that no value has, `name?: never`: in a shape of a union, the fields of other shapes. */
  readonly absent?: readonly AbsentField[];
}

/** A field that a type forbids. */
export interface AbsentField {
  readonly name: string;
  /** Where its type is written. */
  readonly span: Span;
}

/** A union of objects: each value has exactly one of the shapes. */
export interface UnionType {
  readonly kind: 'union';
  /** At least two. None of them is a union or null itself. */
  readonly branches: readonly UnionBranch[];
  readonly span: Span;
}

/** One shape of a {@link UnionType}. */
export interface UnionBranch {
  /** The shape in the source's words, for messages. */
  readonly name: string;
  readonly type: TypeUse;
  readonly span: Span;
}

/** Scalars, by their names in `@kb/apimachinery`. */
export type Scalar = 'string' | 'boolean' | 'int' | 'int32' | 'int64' | 'float32' | 'float64' | 'number' | 'bytes';

/** A field of an object. */
export interface Field {
  /** Name in JSON. */
  readonly name: string;
  readonly required: boolean;
  /** The description; empty: that of its type is used. */
  readonly doc: string;
  readonly markers: readonly Marker[];
  readonly type: TypeUse;
  readonly span: Span;
}
