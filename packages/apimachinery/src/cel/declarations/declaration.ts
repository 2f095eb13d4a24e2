import type { CelType } from '../types/cel-type.ts';
import type { CelValue } from '../values/value.ts';

/** One form of a function: the types it takes and returns. */
export interface Overload {
  /** Unique, except for the names of one operator: `size_string`. */
  readonly id: string;
  /** Whether the first argument stands before the dot. */
  readonly isMember: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** The names in the types that stand for any type. */
  readonly typeParameters: readonly string[];
  /** Whether it is called with arguments that are errors, too: `_&&_`. */
  readonly isNonStrict: boolean;
}

/** A function with its overloads, in the order in which the type checker tries them. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** What an expression may use. */
export interface Environment {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** The variables and their types: `self`. */
  readonly variables: ReadonlyMap<string, CelType>;
  /** The type with a name, besides those that every environment has: `selfType.spec`. */
  readonly findType?: (name: string) => CelType | undefined;
  /** Makes an object of such a type from its fields. Absent: expressions cannot make any. */
  readonly makeObject?: (typeName: string, fields: ReadonlyMap<string, CelValue>) => CelValue;
}
