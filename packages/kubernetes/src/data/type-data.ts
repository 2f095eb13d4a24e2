import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** A Go type as a field, list or map refers to it. */
export type TypeRef = (
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  /** Go's `[]byte`: base64 text on the wire. */
  | { readonly kind: 'bytes' }
  /** Go's `any`: any JSON value. controller-gen refuses it. */
  | { readonly kind: 'any' }
  /** A type of the data file, by its full name. */
  | { readonly kind: 'named'; readonly name: TypeName }
  | { readonly kind: 'list'; readonly items: TypeRef }
  | { readonly kind: 'map'; readonly keys: TypeRef; readonly values: TypeRef }
) & {
  /** True: Go has a pointer here, which distinguishes an absent value from a zero one. */
  readonly pointer?: true;
};

/** Go's scalars that built-in types are made of. */
export type ScalarName =
  | 'string'
  | 'bool'
  | 'int'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64';

/**
 * A package of the data file: `core/v1`, `meta/v1`, `resource`… What stands in `@kb/kubernetes/<package>` where the
 * package is a group version.
 */
export type PackageName = string;

/** A type's full name: `core/v1.PodSpec`. */
export type TypeName = `${PackageName}.${string}`;

/** A type of the data file. */
export interface TypeData {
  /** Full name: `core/v1.PodSpec`. */
  readonly name: TypeName;
  /** Name in its package: `PodSpec`. */
  readonly localName: string;
  readonly package: PackageName;
  /** True where the type is a Go struct; `fields` and `inline` say what it has. */
  readonly struct: boolean;
  /** A struct's own fields, in Go order. Those of embedded types are in `inline`. */
  readonly fields: readonly FieldData[];
  /** The embedded types whose fields are this type's own, in Go order. */
  readonly inline: readonly InlineData[];
  /** Not a struct: what the type is defined as. */
  readonly type?: TypeRef;
  /** The only values that it can have (a Go enumeration). */
  readonly enum?: readonly string[];
  /** Values that Kubernetes has constants for, though others are possible. */
  readonly values?: readonly string[];
  /** What the type's markers add to its schema. */
  readonly schema?: JsonSchemaProps;
  /** Known only to kube-apiserver; overrides `schema` there. */
  readonly server?: JsonSchemaProps;
  /** The whole schema that controller-gen gives the type, without looking at its fields. */
  readonly override?: JsonSchemaProps;
  /** True: controller-gen reports an error for a field of this type. */
  readonly refused: boolean;
  readonly deprecated: boolean;
  /**
   * `none`: it has no form in protobuf. `message`: a list that is a message of its own there, with its elements in
   * field 1.
   */
  readonly protobuf?: 'none' | 'message';
}

/** A field of a struct. */
export interface FieldData {
  /** JSON name. */
  readonly name: string;
  readonly type: TypeRef;
  /** True: controller-gen lists the field in `required`. */
  readonly required: boolean;
  /**
   * When Go leaves the field out: when it is empty (`omitempty`), when it is Go's zero value (`omitzero`), or never.
   */
  readonly omit: 'empty' | 'zero' | 'never';
  /** What the field's markers add to the schema that its type has. */
  readonly schema?: JsonSchemaProps;
  /** What only kube-apiserver reads from the source; overrides `schema` there. */
  readonly server?: JsonSchemaProps;
  /** True: controller-gen takes the field as required, Kubernetes does not. */
  readonly optionalOnServer?: boolean;
  /** Strategic merge patch: `merge`, `replace`, `retainKeys`, or several with commas. */
  readonly patchStrategy?: string;
  /** Strategic merge patch: the key that list elements are merged by. */
  readonly patchMergeKey?: string;
  /** The feature gate, or gates with commas, that the field is behind. */
  readonly featureGate?: string;
  readonly deprecated: boolean;
  /** Its number in protobuf; 0 where it is not sent. */
  readonly protobuf: number;
}

/** An embedded type. */
export interface InlineData {
  readonly type: TypeRef;
  readonly schema?: JsonSchemaProps;
  /** Its number in protobuf, where it is a message of its own; 0 where it is not sent. */
  readonly protobuf: number;
}
