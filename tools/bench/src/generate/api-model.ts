/** An API that is written in Go and in TypeScript. */
export interface ApiModel {
  readonly packages: readonly ApiPackage[];
}

/** One version of one group. */
export interface ApiPackage {
  /** The group's own name: first label of its full name. */
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
  /** Markers beside its controller: permissions and webhooks. */
  readonly controllerMarkers: readonly string[];
  /** The types that it is made of, `<name>Spec` and `<name>Status` among them. */
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

/** A closed set of texts. */
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
  /** By text. */
  | { readonly kind: 'map'; readonly values: FieldType };

/** Where built-in types come from. */
export type BuiltInPackage = 'core/v1' | 'meta/v1' | 'resource';
