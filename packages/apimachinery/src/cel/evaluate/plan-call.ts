import type { CallExpr } from '../ast/expr.ts';
import { type CallCost, costOfCall, isCostOfResult } from '../library/runtime-cost.ts';
import { equal } from '../values/equal.ts';
import { type CelValue, isError } from '../values/value.ts';
import { dispatchOf } from './dispatch.ts';
import { charge, type SlowStep, type Step } from './frame.ts';
import { callOfMany } from './call-of-many.ts';
import { planMembership } from './plan-membership.ts';
import { planOperator, planOptional } from './plan-operator.ts';
import { planPattern } from './plan-pattern.ts';
import { type Names, piecesOf, type Planned, PlanError, type Planning, stepOf } from './planned.ts';

/** Functions that are called once, when the program is made, if their argument is a constant. */
const FOLDED = /^(?:bool|bytes|double|duration|dyn|int|string|timestamp|type|uint)$/;
/** Overloads of two arguments that cel-go evaluates as those of more: it stops at the first error. */
const STOPPING = /^string_format$/;
/** Functions that cel-go has once for all types of arguments: operators, and `matches`. */
const SINGLE = /^(?:[_@-]|in$|matches$)/;

/** Plans a call of a function or an operator. */
export function planCall(planning: Planning, node: CallExpr, names: Names | undefined): Planned {
  const nodes = node.target === undefined ? node.args : [node.target, ...node.args];
  const args = nodes.map((arg) => planning.plan(arg, names));
  const ids = planning.checked.overloads.get(node.id) ?? [];
  const special = planOperator(node.name, args) ?? planOptional(node.name, ids, args);
  return special ?? planInPieces(planning, args, (those) => planFunction(planning, node.name, ids, those));
}

/**
 * Plans a call of which arguments may take long, such as `list.map(…).size()`: they are evaluated in pieces, and then
 * the call finds their values.
 */
function planInPieces(
  planning: Planning,
  args: readonly Planned[],
  plan: (args: readonly Planned[]) => Planned,
): Planned {
  const slow: { readonly slot: number; readonly pieces: SlowStep }[] = [];
  const those = args.map((arg): Planned => {
    const pieces = piecesOf(arg);
    if (pieces === undefined) return arg;
    const slot = planning.newSlot();
    slow.push({ slot, pieces });
    const run = stepOf(arg);
    return { kind: 'step', run: (frame) => frame.slots[slot] ?? run(frame) };
  });
  const planned = plan(those);
  if (slow.length === 0 || planned.kind !== 'step') return planned;
  const { run } = planned;
  const inPieces: SlowStep = function* (frame) {
    for (const { slot, pieces } of slow) frame.slots[slot] = yield* pieces(frame);
    const value = run(frame);
    for (const { slot } of slow) frame.slots[slot] = undefined;
    return value;
  };
  return { kind: 'step', run, inPieces };
}

function planFunction(planning: Planning, name: string, ids: readonly string[], args: readonly Planned[]): Planned {
  const overload = ids.length === 1 ? ids[0] : undefined;
  const planned = planPattern(name, overload, args) ?? planMembership(overload, args);
  if (planned !== undefined) return planned;
  const run = planCallOf(planning, name, ids, args);
  const [only] = args;
  if (args.length !== 1 || only?.kind !== 'constant' || !FOLDED.test(name)) return { kind: 'step', run };
  const value = run({ slots: [], cost: 0, last: 0, limit: Infinity });
  if (isError(value)) throw new PlanError(value);
  return { kind: 'constant', value };
}

function planCallOf(planning: Planning, name: string, ids: readonly string[], args: readonly Planned[]): Step {
  const overload = ids.length === 1 ? ids[0] : undefined;
  if (name === '_==_' || name === '_!=_') return comparison(name, args.map(stepOf));
  const declared = planning.environment.functions.get(name)?.overloads ?? [];
  const dispatch = dispatchOf(name, ids, declared, args.length);
  const cost = costOfCall(name, overload);
  const isLater = isCostOfResult(cost);
  const [first, second] = args.map(stepOf);
  if (first === undefined) {
    return (frame) => {
      charge(frame, cost(null, null, null));
      return dispatch.zero();
    };
  }
  if (args.length === 1) {
    const { one } = dispatch;
    const [only] = args;
    if (only?.kind === 'constant' && !isLater) return callOfConstant(only.value, one, cost);
    return (frame) => {
      const value = first(frame);
      if (!isLater) charge(frame, cost(value, null, null));
      const result = isError(value) ? value : one(value);
      if (isLater) charge(frame, cost(value, null, result));
      return result;
    };
  }
  if (second === undefined || args.length > 2 || stops(name, overload))
    return callOfMany(args.map(stepOf), dispatch.many, cost);
  const { two } = dispatch;
  return (frame) => {
    const a = first(frame);
    const b = second(frame);
    if (!isLater) charge(frame, cost(a, b, null));
    const result = isError(a) ? a : isError(b) ? b : two(a, b);
    if (isLater) charge(frame, cost(a, b, result));
    return result;
  };
}

/** Whether a call with two arguments stops at the first error, too: in cel-go, if several functions are left. */
function stops(name: string, overload: string | undefined): boolean {
  return overload === undefined ? !SINGLE.test(name) : STOPPING.test(overload);
}

/** A call that gives the same each time: it is made once, and costs each time. */
function callOfConstant(argument: CelValue, call: (argument: CelValue) => CelValue, cost: CallCost): Step {
  const price = cost(argument, null, null);
  let result: CelValue | undefined;
  return (frame) => {
    charge(frame, price);
    result ??= call(argument);
    return result;
  };
}

function comparison(name: string, args: readonly Step[]): Step {
  const [first, second] = args;
  if (first === undefined || second === undefined) throw new Error(`${name} has two arguments`);
  const isEqual = name === '_==_';
  const cost = costOfCall(name, isEqual ? 'equals' : 'not_equals');
  return (frame) => {
    const a = first(frame);
    const b = second(frame);
    charge(frame, cost(a, b, null));
    if (isError(a)) return a;
    if (isError(b)) return b;
    return isEqual ? equal(a, b) : equal(a, b) !== true;
  };
}
