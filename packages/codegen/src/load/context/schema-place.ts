import type { Finding } from '../../diagnostic/reporter.ts';

/** A step from the type of a schema to a part of it. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string; readonly optional: boolean }
  /** The elements of a list, the values of a map, and the one member of a union that is not null. */
  | { readonly kind: 'items' | 'values' | 'nullable' }
  /** One of several shapes. */
  | { readonly kind: 'shape' };

/** The place of a part in the type of a validation library's schema. */
export interface SchemaPlace {
  /** The library's module: `zod`. */
  readonly library: string;
  readonly path: readonly PathStep[];
  /** The problems of parts of the type: reported together, because one explicit type solves them all. */
  readonly problems: SchemaProblem[];
}

/** A problem of a part of the type. */
export interface SchemaProblem {
  readonly path: readonly PathStep[];
  readonly finding: Finding;
  /** See {@link Replacement}. */
  readonly instead?: Replacement;
}

/** The replacement for a part without a schema. Undefined: the finding's own hint has it. */
export type Replacement = { readonly type: string } | 'nothing';
