import type { CallExpr, Expr } from '../ast/expr.ts';
import type { CelType } from '../types/cel-type.ts';
import { type Bounds, unknownBounds } from './bounds.ts';
import { declaredSize, type Estimation } from './estimation.ts';
import type { FieldPath } from './field-path.ts';

/** What is known of an argument of a call, or of what stands before the dot. */
export interface Argument {
  readonly expr: Expr;
  readonly path: FieldPath | undefined;
  readonly type: CelType;
  readonly size: Bounds | undefined;
}

/** A call, taken as one of the overloads that it may mean. */
export interface Call {
  readonly expr: CallExpr;
  readonly overload: string;
  readonly target: Argument | undefined;
  readonly args: readonly Argument[];
  /** What evaluating each of the arguments costs. */
  readonly argCosts: readonly Bounds[];
}

/** What a call costs, and the size of its result where it is known. */
export interface CallEstimate {
  readonly cost: Bounds;
  readonly size?: Bounds;
}

/** What the call itself costs; undefined: the next estimate decides. */
export type EstimateCall = (estimation: Estimation, call: Call) => CallEstimate | undefined;

/** What reading a text once costs for each character. */
export const PER_CHARACTER = 0.1;
/** What matching a text costs for each character of the pattern. */
export const PER_PATTERN_CHARACTER = 0.25;

/** The size of an argument, as the libraries ask for it: what is declared for its path may be known by now. */
export function argumentSize(estimation: Estimation, { size, path }: Pick<Argument, 'size' | 'path'>): Bounds {
  return size ?? declaredSize(estimation, path) ?? unknownBounds;
}

/** The value of an argument that is an integer in the text. */
export function integerOf({ expr }: Argument): bigint | undefined {
  return expr.kind === 'literal' && expr.type === 'int' ? BigInt(expr.value) : undefined;
}
