import { ACCUMULATOR, type Expr } from '../../ast/expr.ts';
import type { MacroNodes } from './node-factory.ts';

/** That the arguments of a macro are wrong. */
export interface MacroMistake {
  readonly kind: 'mistake';
  /** The argument. */
  readonly at: Expr;
  readonly message: string;
}

/** What stands for the call of a macro. */
export type Expansion = Expr | MacroMistake;

/** Expands a call: its arguments, and what stood before the dot where there was one. */
export type Expand = (nodes: MacroNodes, args: readonly Expr[], target: Expr) => Expansion;

/** Macros by their call: name, number of arguments, and whether something stands before the dot: `all:2:true`. */
export type Macros = ReadonlyMap<string, Expand>;

/** A mistake in an argument. */
export function mistake(at: Expr, message: string): MacroMistake {
  return { kind: 'mistake', at, message };
}

/** The argument at an index. A macro is called with as many as its key says. */
export function argument(args: readonly Expr[], index: number): Expr {
  const arg = args[index];
  if (arg === undefined) throw new Error(`a macro was called without argument ${index}`);
  return arg;
}

/** The variable that an argument declares. */
export function loopVariable(arg: Expr, notAName: string): string | MacroMistake {
  if (arg.kind !== 'ident') return mistake(arg, notAName);
  return isAccumulator(arg.name) ? overwrites(arg) : arg.name;
}

/** Whether a variable would hide the accumulator; the second name is that of older versions. */
export function isAccumulator(name: string): boolean {
  return name === ACCUMULATOR || name === '__result__';
}

/** The mistake of such a variable. */
export function overwrites(arg: Expr): MacroMistake {
  return mistake(arg, 'iteration variable overwrites accumulator variable');
}
