import { compilePattern, PatternError } from '../../pattern/compile-pattern.ts';
import { parseDurationNanoseconds } from '../../time/duration.ts';
import { parseTimestamp, timestampOf } from '../values/time.ts';
import { childrenOf } from '../ast/children.ts';
import type { CallExpr, Expr, LiteralExpr } from '../ast/expr.ts';
import { checkFormatCall } from './format-call.ts';
import { checkListTypes, checkMapTypes } from './homogeneous.ts';
import type { Report, Typed } from './typed.ts';

/** Finds mistakes in an expression whose types are right, in the order in which cel-go does: one kind after another. */
export function validate(typed: Typed, report: Report): void {
  const { lists, maps, calls } = nodesOf(typed.expr);
  for (const list of lists) checkListTypes(list, typed, report);
  for (const map of maps) checkMapTypes(map, typed, report);
  for (const name of ['duration', 'timestamp', 'matches'])
    for (const call of calls.filter((each) => each.name === name)) {
      const [first] = call.args;
      if (first?.kind === 'literal' && isInvalidLiteral(name, first)) report(first, () => `invalid ${name} argument`);
    }
  for (const call of calls) checkFormatCall(call, typed, report);
}

interface Nodes {
  readonly lists: Extract<Expr, { kind: 'list' }>[];
  readonly maps: Extract<Expr, { kind: 'map' }>[];
  readonly calls: CallExpr[];
}

/** The nodes that are looked at, each after those in it. Lists and maps in a call of `format` may have mixed types. */
function nodesOf(expr: Expr): Nodes {
  const nodes: Nodes = { lists: [], maps: [], calls: [] };
  const visit = (node: Expr, mayMix: boolean): void => {
    const childrenMayMix = mayMix || (node.kind === 'call' && node.name === 'format');
    for (const child of childrenOf(node)) visit(child, childrenMayMix);
    if (node.kind === 'call') nodes.calls.push(node);
    if (node.kind === 'list' && !mayMix) nodes.lists.push(node);
    if (node.kind === 'map' && !mayMix) nodes.maps.push(node);
  };
  visit(expr, false);
  return nodes;
}

/** Whether the function is an error for every evaluation with this constant as its first argument. */
function isInvalidLiteral(name: string, literal: LiteralExpr): boolean {
  switch (name) {
    case 'duration':
      // There is an overload for integers, but no conversion.
      return literal.type !== 'string' || parseDurationNanoseconds(literal.value) === undefined;
    case 'timestamp':
      // There is an overload for null, too, and no conversion.
      if (literal.type !== 'string' && literal.type !== 'int') return true;
      return timeOf(literal.value)?.kind !== 'timestamp';
    default:
      return literal.type === 'string' && !isPattern(literal.value);
  }
}

function timeOf(value: string | number | bigint): ReturnType<typeof parseTimestamp> {
  return typeof value === 'string' ? parseTimestamp(value) : timestampOf(Number(value));
}

function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}
