import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Inheritance } from '../built-in/inheritance.ts';
import type { PlannedKind } from '../../type-plan.ts';

/** A type that will be declared, before it has a name. */
export interface DraftType {
  /**
   * `kind`: the root of one. `object`: has fields. `enum`: a closed set of values. `other`: a scalar, a list or a map
   * that needs a name because its schema cannot be expressed inline.
   */
  readonly form: 'kind' | 'object' | 'enum' | 'other';
  readonly kind?: PlannedKind;
  /** What it inherits from a type of Kubernetes; these fields contain no types of the folder. */
  readonly inheritance?: Inheritance;
  /**
   * The schemas that it represents, the first one first. Only those in places of their own: schemas inside a repeated
   * type are not listed again.
   */
  readonly schemas: JsonSchemaProps[];
  /** Its uses, in the same order. Empty for a kind. */
  readonly uses: DraftUse[];
}

/** A use of a type. */
export interface DraftUse {
  /** The type that contains the use. */
  readonly by: DraftType;
  /** The field, in JSON, that contains the use. Undefined inside a type without fields. */
  readonly field: string | undefined;
  /** The path from the field: empty for the field itself, otherwise lists and maps. */
  readonly through: readonly Step[];
}

/** From a list to its items, or from a map to its values. */
export type Step = 'items' | 'values';

/** True for the fields of a kind whose types are named after the kind. */
export function isRootField(field: string | undefined): field is 'spec' | 'status' {
  return field === 'spec' || field === 'status';
}
