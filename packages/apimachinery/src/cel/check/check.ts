import { mapChildren } from '../ast/children.ts';
import type { Expr, Literal } from '../ast/expr.ts';
import type { Environment } from '../declarations/declaration.ts';
import { type CelIssue, IssueList, wholeExpression } from '../issue.ts';
import { type CelType, simpleType } from '../types/cel-type.ts';
import { hasMoreParts } from '../types/type-parts.ts';
import { checkList, checkMap, checkStruct } from './check-aggregate.ts';
import { checkCall } from './check-call.ts';
import { checkComprehension } from './check-comprehension.ts';
import { checkIdent, checkSelect } from './check-select.ts';
import type { Check } from './context.ts';
import { LargeTypeError, Substitutions } from './substitutions.ts';
import { validate } from '../validate/validate.ts';

const MAX_PARTS = 1000;

/** An expression whose types are known. */
export interface CheckedExpr {
  /** The tree; a name that was written in parts, `optional.of`, is one name. */
  readonly expr: Expr;
  /** The type of each node by its id. */
  readonly types: ReadonlyMap<number, CelType>;
  /** The overloads that a call may mean, by the id of its node. More than one: it depends on the arguments' values. */
  readonly overloads: ReadonlyMap<number, readonly string[]>;
}

/** Finds the type of each node of an expression, and its mistakes, as cel-go does. `text` is what was parsed. */
export function check(text: string, expr: Expr, environment: Environment): CheckedExpr | readonly CelIssue[] {
  const issues = new IssueList(text);
  try {
    const checked = checkInto(issues, expr, environment);
    return issues.all.length > 0 ? issues.all : checked;
  } catch (error) {
    if (error instanceof LargeTypeError)
      return [{ ...wholeExpression, message: 'the types of the expression have too many parts' }];
    throw error;
  }
}

function checkInto(issues: IssueList, expr: Expr, environment: Environment): CheckedExpr {
  const visited = new Map<number, CelType>();
  const context: Check = {
    environment,
    variables: new Substitutions(),
    overloads: new Map(),
    resolved: new Map(),
    scope: undefined,
    visit: (node) => {
      const type = checkNode(context, node);
      if (hasMoreParts(type, MAX_PARTS)) throw new LargeTypeError();
      visited.set(node.id, type);
      return type;
    },
    report: ({ offset }, message) => issues.add(offset, message),
  };
  context.visit(expr);
  const types = new Map([...visited].map(([id, type]) => [id, context.variables.apply(type, 'dyn')]));
  const checked = { expr: resolveNames(expr, context.resolved), types, overloads: context.overloads };
  if (issues.all.length === 0) validate(checked, context.report);
  return checked;
}

function checkNode(context: Check, node: Expr): CelType {
  switch (node.kind) {
    case 'literal':
      return literalTypes[node.type];
    case 'ident':
      return checkIdent(context, node);
    case 'select':
      return checkSelect(context, node);
    case 'call':
      return checkCall(context, node);
    case 'list':
      return checkList(context, node);
    case 'map':
      return checkMap(context, node);
    case 'struct':
      return checkStruct(context, node);
    case 'comprehension':
      return checkComprehension(context, node);
  }
}

const literalTypes: Readonly<Record<Literal['type'], CelType>> = {
  null: simpleType('null'),
  bool: simpleType('bool'),
  int: simpleType('int'),
  uint: simpleType('uint'),
  double: simpleType('double'),
  string: simpleType('string'),
  bytes: simpleType('bytes'),
};

function resolveNames(expr: Expr, resolved: ReadonlyMap<number, Expr>): Expr {
  if (resolved.size === 0) return expr;
  return mapChildren(resolved.get(expr.id) ?? expr, (child) => resolveNames(child, resolved));
}
