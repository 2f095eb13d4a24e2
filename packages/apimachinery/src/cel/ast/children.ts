import type { Expr } from './expr.ts';

/** The nodes in a node, in the order in which cel-go visits them. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
  }
}

/** The same node with what a function makes of the nodes in it. */
export function mapChildren(expr: Expr, change: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return expr;
    case 'select':
      return { ...expr, operand: change(expr.operand) };
    case 'call':
      return {
        ...expr,
        ...(expr.target !== undefined && { target: change(expr.target) }),
        args: expr.args.map(change),
      };
    case 'list':
      return { ...expr, elements: expr.elements.map(change) };
    case 'map':
      return {
        ...expr,
        entries: expr.entries.map((entry) => ({ ...entry, key: change(entry.key), value: change(entry.value) })),
      };
    case 'struct':
      return { ...expr, fields: expr.fields.map((field) => ({ ...field, value: change(field.value) })) };
    case 'comprehension':
      return {
        ...expr,
        range: change(expr.range),
        init: change(expr.init),
        condition: change(expr.condition),
        step: change(expr.step),
        result: change(expr.result),
      };
  }
}
