import type { CallExpr, ComprehensionExpr, Expr, ListExpr, MapExpr, SelectExpr } from '../ast/expr.ts';
import type { CheckedExpr } from '../check/check.ts';
import { add, type Bounds, exactly, multiply, noBounds, exactlyOne, union, zero } from './bounds.ts';
import { type Argument } from './argument.ts';
import { callCost } from './call-cost.ts';
import {
  entriesOf,
  type Estimation,
  keepEntries,
  keepSize,
  pathTo,
  pop,
  pushPart,
  pushValue,
  type SizeEstimates,
  sizeOf,
  sizeOrUnknown,
  typeOf,
  variableOf,
} from './estimation.ts';
import { addField, pathOf } from './field-path.ts';

const LIST_COST = exactly(10);
const MAP_COST = exactly(30);
const OBJECT_COST = exactly(40);

/** Estimates what evaluating an expression costs, as kube-apiserver does before it accepts a rule. */
export function estimateCost(checked: CheckedExpr, sizes: SizeEstimates): Bounds {
  const estimation: Estimation = {
    checked,
    sizes,
    paths: new Map(),
    known: new Map(),
    entries: new Map(),
    variables: new Map(),
  };
  return costOf(estimation, checked.expr);
}

function costOf(estimation: Estimation, expr: Expr): Bounds {
  switch (expr.kind) {
    case 'literal':
      return zero;
    case 'ident': {
      const variable = variableOf(estimation, expr.name);
      estimation.paths.set(expr.id, variable === undefined ? pathOf(expr.name) : variable.path);
      return exactlyOne;
    }
    case 'select':
      return selectCost(estimation, expr);
    case 'call':
      return expr.name === 'dyn' ? dynCost(estimation, expr) : anyCallCost(estimation, expr);
    case 'list':
      return listCost(estimation, expr);
    case 'map':
      return mapCost(estimation, expr);
    case 'struct':
      return expr.fields.reduce((sum, { value }) => add(sum, costOf(estimation, value)), OBJECT_COST);
    case 'comprehension':
      return isBinding(expr) ? bindingCost(estimation, expr) : loopCost(estimation, expr);
  }
}

function selectCost(estimation: Estimation, { id, operand, field, isTest }: SelectExpr): Bounds {
  const cost = costOf(estimation, operand);
  // What has() asks for costs nothing in Kubernetes.
  if (isTest) return cost;
  const { kind } = typeOf(estimation, operand);
  estimation.paths.set(id, addField(pathTo(estimation, operand), field));
  return kind === 'map' || kind === 'object' ? add(cost, exactlyOne) : cost;
}

/** `dyn(value)`, whose size is that of the value. */
function dynCost(estimation: Estimation, expr: CallExpr): Bounds {
  const [value] = expr.args;
  if (value === undefined) return exactlyOne;
  const cost = costOf(estimation, value);
  keepSize(estimation, expr, sizeOf(estimation, value));
  keepEntries(estimation, expr, entriesOf(estimation, value));
  return add(exactlyOne, cost);
}

function anyCallCost(estimation: Estimation, expr: CallExpr): Bounds {
  const argCosts: Bounds[] = [];
  const args = expr.args.map((arg) => {
    argCosts.push(costOf(estimation, arg));
    return argumentOf(estimation, arg);
  });
  const overloads = estimation.checked.overloads.get(expr.id) ?? [];
  if (overloads.length === 0) return zero;
  const targetCost = expr.target === undefined ? zero : costOf(estimation, expr.target);
  const target = expr.target && argumentOf(estimation, expr.target);
  const [container] = expr.args;
  let cost = noBounds;
  let size: Bounds | undefined;
  for (const overload of overloads) {
    const estimate = callCost(estimation, { expr, overload, target, args, argCosts });
    cost = union(cost, estimate.cost);
    if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
    if (container !== undefined && (overload === 'index_list' || overload === 'index_map')) {
      size = entriesOf(estimation, container)?.value;
      const field = overload === 'index_list' ? '@items' : '@values';
      estimation.paths.set(expr.id, addField(pathTo(estimation, container), field));
    }
    size ??= sizeOf(estimation, expr);
  }
  keepSize(estimation, expr, size);
  return add(targetCost, cost);
}

function argumentOf(estimation: Estimation, expr: Expr): Argument {
  return {
    expr,
    path: pathTo(estimation, expr),
    type: typeOf(estimation, expr),
    size: sizeOf(estimation, expr),
  };
}

function listCost(estimation: Estimation, expr: ListExpr): Bounds {
  let cost = LIST_COST;
  let value = expr.elements.length === 0 ? zero : noBounds;
  for (const element of expr.elements) {
    cost = add(cost, costOf(estimation, element));
    // Before the next element: that may change the path of this one.
    value = union(value, sizeOrUnknown(estimation, element));
  }
  keepEntries(estimation, expr, { container: 'list', key: exactlyOne, value });
  return cost;
}

function mapCost(estimation: Estimation, expr: MapExpr): Bounds {
  let cost = MAP_COST;
  let keys = expr.entries.length === 0 ? zero : noBounds;
  let values = keys;
  for (const { key, value } of expr.entries) {
    cost = add(cost, costOf(estimation, key), costOf(estimation, value));
    keys = union(keys, sizeOrUnknown(estimation, key));
    values = union(values, sizeOrUnknown(estimation, value));
  }
  keepEntries(estimation, expr, { container: 'map', key: keys, value: values });
  return cost;
}

/** Whether a loop only gives a name to a value. */
function isBinding({ range, condition }: ComprehensionExpr): boolean {
  const hasNoRound = condition.kind === 'literal' && condition.type === 'bool' && !condition.value;
  return hasNoRound && range.kind === 'list' && range.elements.length === 0;
}

function bindingCost(estimation: Estimation, expr: ComprehensionExpr): Bounds {
  const { range, init, accumulator, result } = expr;
  const before = add(costOf(estimation, range), costOf(estimation, init));
  pushValue(estimation, accumulator, init);
  const cost = costOf(estimation, result);
  pop(estimation, accumulator);
  keepSize(estimation, expr, sizeOf(estimation, result));
  keepEntries(estimation, expr, entriesOf(estimation, result));
  return add(before, cost);
}

function loopCost(estimation: Estimation, expr: ComprehensionExpr): Bounds {
  const { range, init, accumulator, variable, secondVariable, condition, step, result } = expr;
  const before = add(costOf(estimation, range), costOf(estimation, init));
  pushValue(estimation, accumulator, init);
  if (secondVariable === undefined) {
    pushPart(estimation, variable, range);
  } else {
    pushPart(estimation, variable, range, 'key');
    pushPart(estimation, secondVariable, range, 'value');
  }
  const round = add(costOf(estimation, condition), costOf(estimation, step));
  pop(estimation, variable);
  if (secondVariable !== undefined) pop(estimation, secondVariable);
  const after = costOf(estimation, result);
  pop(estimation, accumulator);
  const rounds = sizeOrUnknown(estimation, range);
  if (init.kind === 'literal') keepSize(estimation, expr, sizeOf(estimation, init));
  if (init.kind === 'list' || init.kind === 'map') {
    keepSize(estimation, expr, rounds);
    keepEntries(estimation, expr, entriesOf(estimation, step));
  }
  return add(before, after, multiply(rounds, round));
}
