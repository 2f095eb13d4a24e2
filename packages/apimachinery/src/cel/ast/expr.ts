/** What each node of an expression has. */
interface Node {
  /** Its number in the expression: types, overloads and costs are kept by it. As cel-go numbers it. */
  readonly id: number;
  /** Where it is in the text, in UTF-16 units, as strings count here. A node that a macro made is at the macro. */
  readonly offset: number;
}

/** A constant. An integer is a number while it is exact, else a bigint. */
export type LiteralExpr = Node & { readonly kind: 'literal' } & Literal;

/** The type and the value of a constant. */
export type Literal =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int' | 'uint'; readonly value: number | bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array };

/** A name: `self`. One that began with a dot still has it. */
export interface IdentExpr extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** A field: `self.name`; or, in `has(self.name)`, whether it is there. */
export interface SelectExpr extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** A function or an operator, which is a function with a name such as `_+_`. */
export interface CallExpr extends Node {
  readonly kind: 'call';
  readonly name: string;
  /** What stands before the dot, of a call such as `self.size()`. */
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

/** `[a, ?b]`. */
export interface ListExpr extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Which elements are optional, by their index, in ascending order. */
  readonly optionals: readonly number[];
}

/** An entry of a map: `'a': 1`, `?'a': optional.of(1)`. */
export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly isOptional: boolean;
}

/** `{'a': 1}`. */
export interface MapExpr extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

/** A field of an object that an expression creates. */
export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly isOptional: boolean;
}

/** An object with a type: `Type{field: 1}`. */
export interface StructExpr extends Node {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** A loop, into which macros such as `all` are expanded. */
export interface ComprehensionExpr extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  /** The variable for the element of a list or the key of a map; with a second variable, for the index or the key. */
  readonly variable: string;
  /** The variable for the element or the value. */
  readonly secondVariable?: string;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** A node of an expression, after its macros were expanded: the form that cel-go checks, estimates and evaluates. */
export type Expr =
  LiteralExpr | IdentExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | ComprehensionExpr;

/** The accumulator of the loops that macros make. An identifier cannot have this name. */
export const ACCUMULATOR = '@result';
