import type { Finding } from '../../diagnostic/reporter.ts';

/** A step from the type of a schema to a part of it. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string; readonly optional: boolean }
  /** The elements of a list, the values of a map, and the one member of a union that is not null. */
  | { readonly kind: 'items' | 'values' | 'nullable' }
  /** One of several shapes. */
  | { readonly kind: 'shape' };

/** Where a part is in the type of a validation library's schema. */
export interface SchemaPlace {
  /** The library's module: `zod`. */
  readonly library: string;
  readonly path: readonly PathStep[];
  /** What is wrong with parts of the type: it is reported together, because one type mends all of it. */
  readonly problems: SchemaProblem[];
}

/** What is wrong with a part of the type. */
export interface SchemaProblem {
  readonly path: readonly PathStep[];
  readonly finding: Finding;
  /** See {@link Replacement}. */
  readonly instead?: Replacement;
}

/** What to write for a part that has no schema. Undefined: the finding's own hint says it. */
export type Replacement = { readonly type: string } | 'nothing';
