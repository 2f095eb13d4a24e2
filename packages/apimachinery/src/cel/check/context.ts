import type { Expr } from '../ast/expr.ts';
import type { Environment } from '../declarations/declaration.ts';
import { type CelType, type SimpleType, simpleType } from '../types/cel-type.ts';
import { isAssignable } from './assignable.ts';
import { typeOfKnownName } from './known-types.ts';
import type { Substitutions } from './substitutions.ts';

export const BOOL: SimpleType = simpleType('bool');
export const DYN: SimpleType = simpleType('dyn');
export const ERROR: SimpleType = simpleType('error');
export const INT: SimpleType = simpleType('int');

/** What begins with a variable of a loop, and ends with the loop. */
export interface Scope {
  readonly name: string;
  readonly type: CelType;
  readonly parent?: Scope;
}

/** Where a message belongs. */
export type Place = Pick<Expr, 'offset'>;

/** The check of one expression. */
export interface Check {
  readonly environment: Environment;
  readonly variables: Substitutions;
  /** The overloads that a call may mean, by the id of its node. */
  readonly overloads: Map<number, readonly string[]>;
  /** Nodes whose names turned out to mean another node: `a.b` that is one name. */
  readonly resolved: Map<number, Expr>;
  /** The innermost scope. */
  scope: Scope | undefined;
  /** Checks a node, and keeps its type. */
  readonly visit: (expr: Expr) => CelType;
  /** Reports a mistake. The message is made only if it is printed: it may contain large types. */
  readonly report: (place: Place, message: () => string) => void;
}

/** The type of a variable, of a type's name or of a constant. A name with a dot before it is the same without. */
export function typeOfName(check: Check, name: string): CelType | undefined {
  const { environment } = check;
  for (let scope = check.scope; scope !== undefined; scope = scope.parent) if (scope.name === name) return scope.type;
  const declared = environment.variables.get(name);
  if (declared !== undefined) return declared;
  const named = environment.findType?.(name);
  return named === undefined ? typeOfKnownName(name) : { kind: 'type', of: named };
}

/** The name without the dot that says that it is complete. */
export function completeName(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}

/** The name that fields after a name make: `a.b.c`; undefined: the expression is something else. */
export function qualifiedName(expr: Expr): string | undefined {
  const fields: string[] = [];
  let current = expr;
  for (; current.kind === 'select'; current = current.operand) {
    if (current.isTest) return undefined;
    fields.push(current.field);
  }
  return current.kind === 'ident' ? [current.name, ...fields.reverse()].join('.') : undefined;
}

/** Whether a value of the second type can be used as the first. */
export function accepts(check: Check, wanted: CelType, given: CelType): boolean {
  return isAssignable(check.variables, wanted, given);
}

/** Reports a name that means nothing. */
export function reportUndeclared({ report }: Check, place: Place, name: string): CelType {
  report(place, () => `undeclared reference to '${name}' (in container '')`);
  return ERROR;
}
