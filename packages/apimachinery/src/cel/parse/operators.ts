import type { Expr } from '../ast/expr.ts';
import type { Place } from './parse-state.ts';
import type { TokenKind } from './read-token.ts';

type Names<T> = Readonly<Partial<Record<TokenKind, T>>>;

/** The functions of the operators that compare. */
export const relations: Names<string> = {
  '<': '_<_',
  '<=': '_<=_',
  '>': '_>_',
  '>=': '_>=_',
  '==': '_==_',
  '!=': '_!=_',
  in: '@in',
};

/** The functions of the operators that calculate, and which of them bind more. */
export const calculations: Names<{ readonly name: string; readonly precedence: number }> = {
  '+': { name: '_+_', precedence: 0 },
  '-': { name: '_-_', precedence: 0 },
  '*': { name: '_*_', precedence: 1 },
  '/': { name: '_/_', precedence: 1 },
  '%': { name: '_%_', precedence: 1 },
};

/** The names that no variable and no function may have. */
export const reservedNames: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

/** Joins the terms of `a && b && c` into a balanced tree, as cel-go does. */
export function balance(name: string, terms: readonly Expr[], operators: readonly Place[]): Expr {
  const join = (from: number, to: number): Expr => {
    const term = terms[from];
    if (from === to && term !== undefined) return term;
    const middle = Math.floor((from + to) / 2);
    const operator = operators[middle];
    if (operator === undefined) throw new Error('a term has no operator after it');
    return { ...operator, kind: 'call', name, args: [join(from, middle), join(middle + 1, to)] };
  };
  return join(0, terms.length - 1);
}
