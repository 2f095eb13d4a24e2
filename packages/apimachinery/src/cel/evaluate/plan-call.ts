import type { CallExpr } from '../ast/expr.ts';
import { type CallCost, costOfCall, isCostOfResult } from '../library/runtime-cost.ts';
import { equal } from '../values/equal.ts';
import { type CelValue, isError } from '../values/value.ts';
import { dispatchOf } from './dispatch.ts';
import { charge, type Frame, type SlowStep, type Step } from './frame.ts';
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
  if (special !== undefined) return special;
  const stops = stopsAtErrors(node.name, ids, args.length);
  return planInPieces(planning, { args, stops }, (those) => planFunction(planning, node.name, ids, those));
}

/**
 * Plans a call of which arguments may take long, such as `list.map(…).size()`: they are evaluated in pieces, and then
 * the call finds their values. `stops`: none is evaluated after one that is an error.
 */
function planInPieces(
  planning: Planning,
  { args, stops }: { readonly args: readonly Planned[]; readonly stops: boolean },
  plan: (args: readonly Planned[]) => Planned,
): Planned {
  const lastSlow = args.findLastIndex((arg) => piecesOf(arg) !== undefined);
  const early: EarlyArgument[] = [];
  const those = args.map((arg, index): Planned => {
    const pieces = piecesOf(arg);
    // What comes before a slow argument may end the call.
    const mayStop = stops && index < lastSlow && arg.kind !== 'constant';
    if (pieces === undefined && !mayStop) return arg;
    const run = stepOf(arg);
    const slot = planning.newSlot();
    early.push({ slot, run, pieces, endsCall: stops && index < args.length - 1 });
    const found: Step = (frame) => {
      const value = frame.slots[slot];
      // A value may be null.
      return value === undefined ? run(frame) : value;
    };
    return { kind: 'step', run: found };
  });
  const planned = plan(those);
  if (lastSlow === -1 || planned.kind !== 'step') return planned;
  const { run } = planned;
  return { kind: 'step', run, inPieces: (frame) => callInPieces(frame, early, run) };
}

/** An argument that is evaluated before its call, and the slot that has its value meanwhile. */
interface EarlyArgument {
  readonly slot: number;
  readonly run: Step;
  readonly pieces: SlowStep | undefined;
  /** Whether an error of it is the result of the call. */
  readonly endsCall: boolean;
}

function* callInPieces(frame: Frame, early: readonly EarlyArgument[], call: Step): Generator<undefined, CelValue> {
  let ended: CelValue | undefined;
  for (const { slot, run, pieces, endsCall } of early) {
    const value = pieces === undefined ? run(frame) : yield* pieces(frame);
    frame.slots[slot] = value;
    if (!endsCall || !isError(value)) continue;
    ended = value;
    break;
  }
  const value = ended ?? call(frame);
  for (const { slot } of early) frame.slots[slot] = undefined;
  return value;
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
  if (second === undefined || stopsAtErrors(name, ids, args.length))
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

/** Whether no argument of a call is evaluated after one that is an error. */
function stopsAtErrors(name: string, ids: readonly string[], count: number): boolean {
  return count > 2 || (count === 2 && stops(name, ids.length === 1 ? ids[0] : undefined));
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
