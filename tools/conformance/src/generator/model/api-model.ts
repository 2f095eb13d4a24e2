/** An API in terms that Go and TypeScript share: plain data that is printed in both languages. */
export interface ApiModel {
  /** In an order in which each uses only earlier ones. */
  readonly packages: readonly ApiPackage[];
  /** True: it uses features of the release of controller-gen after 0.21. */
  readonly newer: boolean;
}

/** A folder of sources. */
export interface ApiPackage {
  /** Such as `shop/v1`; `common` for a folder that is not a group version. */
  readonly path: string;
  /** Markers of the folder, without the `+`. */
  readonly markers: readonly string[];
  /** In an order in which each uses only earlier ones. */
  readonly types: readonly DeclaredType[];
}

/** A declaration of a type. */
export interface DeclaredType {
  readonly name: string;
  readonly comment: Comment;
  readonly body: TypeBody;
}

/** What a type is declared to be. */
export type TypeBody =
  | {
      readonly kind: 'struct';
      readonly root: boolean;
      readonly parents: readonly Reference[];
      readonly fields: readonly Field[];
    }
  /** In Go a type of its own, or an alias. */
  | { readonly kind: 'use'; readonly use: TypeUse; readonly alias: boolean }
  /** Words: literals in TypeScript; `+kubebuilder:validation:Enum`, or `+k8s:enum` and constants, in Go. */
  | {
      readonly kind: 'enum';
      readonly values: readonly string[];
      readonly typeScript: 'union' | 'enum';
      readonly go: 'Enum' | 'k8s:enum';
    };

/** A type as it is used. */
export type TypeUse =
  | { readonly kind: 'scalar'; readonly go: string }
  | { readonly kind: 'list'; readonly items: TypeUse }
  | { readonly kind: 'map'; readonly values: TypeUse }
  | Reference
  | { readonly kind: 'builtIn'; readonly name: string };

/** The name of a declared type. */
export interface Reference {
  readonly kind: 'reference';
  /** The folder that declares it. */
  readonly path: string;
  readonly name: string;
}

/** A field of a struct. */
export interface Field {
  /** Name in JSON. */
  readonly name: string;
  readonly comment: Comment;
  /** `?` in TypeScript, `omitempty` in Go. */
  readonly optional: boolean;
  /** The form in TypeScript: `| null` or `+nullable`. Go has only the marker. */
  readonly nullable: false | 'union' | 'marker';
  /** A pointer in Go, which means nothing. */
  readonly pointer: boolean;
  readonly use: TypeUse;
}

/** Description and markers of a declaration or a field. */
export interface Comment {
  /** Lines; none: no description. */
  readonly doc: readonly string[];
  /** Without the `+`. */
  readonly markers: readonly string[];
  /** Where the markers are: below the description, above it, or among its lines. */
  readonly place: 'below' | 'above' | 'inside';
}
