import type { ComprehensionExpr, Expr } from '../ast/expr.ts';
import type { CelType } from '../types/cel-type.ts';
import { printType } from '../types/print-type.ts';
import { accepts, BOOL, type Check, DYN, ERROR, INT, type Scope } from './context.ts';

/** Checks a loop. Its accumulator is known in the whole loop but the range, its other variables only inside. */
export function checkComprehension(check: Check, expr: ComprehensionExpr): CelType {
  const range = check.visit(expr.range);
  const accumulated = check.visit(expr.init);
  const outer = check.scope;
  const inLoop = scopeOf(expr.accumulator, accumulated, outer);
  const [first, second] = variablesOf(check, expr, check.variables.apply(range));
  check.scope = scopeOf(expr.variable, first, inLoop);
  if (expr.secondVariable !== undefined) check.scope = scopeOf(expr.secondVariable, second, check.scope);
  visitAs(check, expr.condition, BOOL);
  visitAs(check, expr.step, accumulated);
  check.scope = inLoop;
  const result = check.visit(expr.result);
  check.scope = outer;
  return check.variables.apply(result);
}

function scopeOf(name: string, type: CelType, parent: Scope | undefined): Scope {
  return parent === undefined ? { name, type } : { name, type, parent };
}

/** The types of the variables: of the elements, or the keys; with two variables, of the index and the elements. */
function variablesOf(
  check: Check,
  { range, secondVariable }: ComprehensionExpr,
  type: CelType,
): readonly [CelType, CelType] {
  switch (type.kind) {
    case 'list':
      return [secondVariable === undefined ? type.element : INT, type.element];
    case 'map':
      return [type.key, type.value];
    case 'dyn':
    case 'error':
    case 'parameter':
      // So that it does not become a type later that has no elements.
      accepts(check, DYN, type);
      return [DYN, DYN];
    default:
      check.report(
        range,
        () =>
          `expression of type '${printType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
      return [ERROR, ERROR];
  }
}

function visitAs(check: Check, expr: Expr, wanted: CelType): void {
  const given = check.visit(expr);
  if (!accepts(check, wanted, given))
    check.report(expr, () => `expected type '${printType(wanted)}' but found '${printType(given)}'`);
}
