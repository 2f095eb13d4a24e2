import type { JsonPrimitive } from '@kb/apimachinery';

/** A folder of imported types: one group version. */
export interface ImportedFolder {
  readonly group: string;
  readonly version: string;
  /** Names are unique in the folder, not only in their file. */
  readonly files: readonly ImportedFile[];
}

/** A file of imported types, before it is printed. */
export interface ImportedFile {
  /** Name of the file in its folder, such as `certificate.types.ts`. */
  readonly name: string;
  /** Markers of the whole folder, for a free-standing comment at the top of the file. */
  readonly folderMarkers: readonly string[];
  /** In printing order: the kind first, then the types that it uses. */
  readonly declarations: readonly Declaration[];
}

/** A declared type. */
export interface Declaration {
  /** A TypeScript name, in PascalCase. */
  readonly name: string;
  readonly comment: Comment;
  readonly body:
    | {
        readonly kind: 'interface';
        readonly parents: readonly TypeExpression[];
        readonly members: readonly Member[];
        /** True when unknown fields are kept. */
        readonly open: boolean;
      }
    | { readonly kind: 'alias'; readonly type: TypeExpression };
}

/** The comment above a declaration or a member. */
export interface Comment {
  /**
   * A description that the generator reads back unchanged from a comment; any other is in a marker, `+kb:description`.
   * Undefined: none.
   */
  readonly description: string | undefined;
  /**
   * Complete markers, such as `+kubebuilder:validation:Minimum=0`, in printing order. None contains a line break or the
   * end of a comment.
   */
  readonly markers: readonly string[];
}

/** A field of an interface. */
export interface Member {
  /** Name in JSON: any text. */
  readonly name: string;
  readonly optional: boolean;
  readonly comment: Comment;
  readonly type: TypeExpression;
}

/** A type as a member, a list, a map or a declaration uses it. */
export type TypeExpression =
  | { readonly kind: 'reference'; readonly to: TypeReference; readonly typeArguments?: readonly TypeExpression[] }
  /** What needs no import. `unknown` is any JSON value, kept as it is; `never` is a field that must not be there. */
  | { readonly kind: 'keyword'; readonly keyword: 'string' | 'number' | 'boolean' | 'unknown' | 'never' }
  /** A closed set of values. */
  | { readonly kind: 'literals'; readonly values: readonly Exclude<JsonPrimitive, null | bigint>[] }
  | { readonly kind: 'list'; readonly items: TypeExpression }
  /** Record<string, …>; of `never`: an object without any field. */
  | { readonly kind: 'map'; readonly values: TypeExpression }
  | { readonly kind: 'nullable'; readonly of: TypeExpression }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  /** Some fields of an object with their comments: `Pick` names those that stay, `Omit` those that do not. */
  | {
      readonly kind: 'choice';
      readonly choose: 'Pick' | 'Omit';
      readonly of: TypeExpression;
      readonly fields: readonly string[];
    }
  | { readonly kind: 'union'; readonly of: readonly TypeExpression[] }
  | { readonly kind: 'intersection'; readonly of: readonly TypeExpression[] };

/** A type by its name. */
export interface TypeReference {
  readonly name: string;
  /** The module that it is imported from, such as `@kb/apimachinery`. Undefined: it is declared in the same folder. */
  readonly module?: string;
  /** Its name in the file, if its own is taken. */
  readonly as?: string;
}
