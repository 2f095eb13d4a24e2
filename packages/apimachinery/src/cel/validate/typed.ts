import type { Expr } from '../ast/expr.ts';
import type { CelType } from '../types/cel-type.ts';

/** What is checked: types and overloads of nodes, by their ids. */
export interface Typed {
  readonly expr: Expr;
  readonly types: ReadonlyMap<number, CelType>;
  readonly overloads: ReadonlyMap<number, readonly string[]>;
}

/** Reports a mistake at a node. The message is made only if it is printed. */
export type Report = (place: Pick<Expr, 'offset'>, message: () => string) => void;
