/** An API that is printed both as Go and as TypeScript. */
export interface ApiModel {
  readonly packages: readonly ApiPackage[];
}

/** One version of one group. */
export interface ApiPackage {
  /** The first label of the group's full name. */
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly ApiKind[];
}

/** A kind in one version. */
export interface ApiKind {
  readonly name: string;
  readonly plural: string;
  readonly doc: string;
  /** Markers of the kind itself, without `+`. */
  readonly markers: readonly string[];
  /** Markers of its controller: permissions and webhooks. */
  readonly controllerMarkers: readonly string[];
  /** Its types, including `<name>Spec` and `<name>Status`. */
  readonly types: readonly ApiType[];
}

/** A declared type. */
export type ApiType = ApiStruct | ApiEnum;

/** An object. */
export interface ApiStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly doc: string;
  readonly markers: readonly string[];
  readonly fields: readonly ApiField[];
}

/** A closed set of strings. */
export interface ApiEnum {
  readonly kind: 'enum';
  readonly name: string;
  readonly doc: string;
  readonly values: readonly string[];
}

/** A field of an object. */
export interface ApiField {
  /** Name in JSON. */
  readonly name: string;
  readonly doc: string;
  readonly markers: readonly string[];
  readonly required: boolean;
  readonly type: FieldType;
}

/** The type of a field. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly name: 'string' | 'bool' | 'int32' | 'int64' }
  /** A type of this API. */
  | { readonly kind: 'own'; readonly name: string }
  /** A type of Kubernetes. */
  | { readonly kind: 'builtIn'; readonly package: BuiltInPackage; readonly name: string }
  | { readonly kind: 'list'; readonly items: FieldType }
  /** With string keys. */
  | { readonly kind: 'map'; readonly values: FieldType };

/** The Go packages of built-in types, below `k8s.io`. */
export type BuiltInPackage = 'core/v1' | 'meta/v1' | 'resource';
