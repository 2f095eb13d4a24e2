import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Inheritance } from '../built-in/inheritance.ts';
import type { PlannedKind } from '../../type-plan.ts';

/** A type that is going to be declared, before it has a name. */
export interface DraftType {
  /**
   * `kind`: the root of one. `object`: has fields. `enum`: a closed set of values. `other`: a scalar, a list or a map
   * that needs a name because nothing else could carry what it says.
   */
  readonly form: 'kind' | 'object' | 'enum' | 'other';
  readonly kind?: PlannedKind;
  /** What it takes over from a type of Kubernetes: nothing in these fields is a type of the folder. */
  readonly inheritance?: Inheritance;
  /**
   * The schemas that stand for it, the first one first. Only those in places of their own: what is in a type again is
   * not listed again.
   */
  readonly schemas: JsonSchemaProps[];
  /** Where it is used, in the same order. Empty for a kind. */
  readonly uses: DraftUse[];
}

/** A place where a type is used. */
export interface DraftUse {
  /** The type that has the place. */
  readonly by: DraftType;
  /** The field of it, in JSON, through which one comes to the place. Undefined inside a type that has no fields. */
  readonly field: string | undefined;
  /** What one goes through from there: nothing (the field itself), or lists and maps. */
  readonly through: readonly Step[];
}

/** From a list to its items, or from a map to its values. */
export type Step = 'items' | 'values';

/** True for the fields of a kind that have a type called after the kind. */
export function isRootField(field: string | undefined): field is 'spec' | 'status' {
  return field === 'spec' || field === 'status';
}
