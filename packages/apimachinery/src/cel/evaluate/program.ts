import type { Expr, IdentExpr, Literal, SelectExpr } from '../ast/expr.ts';
import type { CheckedExpr } from '../check/check.ts';
import type { Environment } from '../declarations/declaration.ts';
import { type CelError, type CelValue, celError, double, isError, typeValue, uint } from '../values/value.ts';
import { beginWork, CostLimitError, endWork, InternalError } from '../values/work.ts';
import { constantQualifier, qualified, testQualifier } from './attribute.ts';
import { beginPiece, type Frame, type SlowStep, type Step } from './frame.ts';
import { planList, planMap, planStruct } from './plan-aggregate.ts';
import { planCall } from './plan-call.ts';
import { planComprehension } from './plan-comprehension.ts';
import { attributeOf, type Names, piecesOf, type Planned, PlanError, type Planning, stepOf } from './planned.ts';

/** What an evaluation gives. */
export interface CelResult {
  /** The value, or the error. */
  readonly value: CelValue;
  readonly cost: number;
  /** The nanoseconds of work that it took, about, besides the steps that have a cost. */
  readonly work: number;
  /** Whether it was ended because it cost more than its limit, or took too long. */
  readonly isCancelled: boolean;
}

/** An expression that can be evaluated, any number of times. */
export interface Program {
  /** Evaluates with the values of the variables, in the order in which they were named; undefined: there is none. */
  run(values: readonly (CelValue | undefined)[], limit: number): CelResult;
  /**
   * Does the same in pieces, between which other evaluations may run. Undefined: it has no loop, and ends soon.
   */
  readonly runInPieces?: (values: readonly (CelValue | undefined)[], limit: number) => Generator<undefined, CelResult>;
}

/**
 * Makes a program of an expression. `variables` are the names of those that it gets. An error if cel-go makes none: a
 * conversion of a constant that fails.
 */
export function makeProgram(
  checked: CheckedExpr,
  environment: Environment,
  variables: readonly string[],
): Program | CelError {
  let slots = variables.length;
  const planning: Planning = {
    checked,
    environment,
    plan: (node, names) => planNode(planning, node, names),
    newSlot: () => (slots += 1) - 1,
  };
  try {
    const names = variables.reduce<Names | undefined>(
      (outer, name, slot) => (outer === undefined ? { name, slot } : { name, slot, outer }),
      undefined,
    );
    const planned = planNode(planning, checked.expr, names);
    const run = stepOf(planned);
    const pieces = piecesOf(planned);
    return {
      run: (values, limit) => evaluate(run, frameOf(values, slots, limit)),
      ...(pieces !== undefined && {
        runInPieces: (values, limit) => evaluateInPieces(pieces, frameOf(values, slots, limit)),
      }),
    };
  } catch (error) {
    // cel-go does not survive the second: to refuse the expression is the nearest.
    if (error instanceof PlanError || error instanceof InternalError) return celError(error.message);
    throw error;
  }
}

function frameOf(values: readonly (CelValue | undefined)[], slots: number, limit: number): Frame {
  return { slots: slots === values.length ? [...values] : withRoom(values, slots), cost: 0, last: 0, limit };
}

function evaluate(run: Step, frame: Frame): CelResult {
  const outer = beginWork();
  try {
    return { value: run(frame), cost: frame.cost, work: endWork(outer), isCancelled: false };
  } catch (error) {
    return ended(error, frame, endWork(outer));
  }
}

function* evaluateInPieces(run: SlowStep, frame: Frame): Generator<undefined, CelResult> {
  const pieces = run(frame);
  for (let work = 0; ;) {
    const outer = beginWork(work);
    try {
      beginPiece(frame);
      const piece = pieces.next();
      work = endWork(outer);
      if (piece.done === true) return { value: piece.value, cost: frame.cost, work, isCancelled: false };
    } catch (error) {
      return ended(error, frame, endWork(outer));
    }
    yield undefined;
  }
}

/** The result of an evaluation that an error ended. Throws any other error. */
function ended(error: unknown, frame: Frame, work: number): CelResult {
  const isCancelled = error instanceof CostLimitError;
  if (!isCancelled && !(error instanceof InternalError)) throw error;
  const cost = error instanceof InternalError && error.isInCall ? frame.cost - frame.last : frame.cost;
  return { value: celError(error.message), cost, work, isCancelled };
}

function withRoom(values: readonly (CelValue | undefined)[], slots: number): (CelValue | undefined)[] {
  const room: (CelValue | undefined)[] = [...values];
  while (room.length < slots) room.push(undefined);
  return room;
}

function planNode(planning: Planning, node: Expr, names: Names | undefined): Planned {
  switch (node.kind) {
    case 'literal':
      return { kind: 'constant', value: valueOf(node) };
    case 'ident':
      return planIdent(planning, node, names);
    case 'select':
      return planSelect(planning, node, names);
    case 'call':
      return planCall(planning, node, names);
    case 'list':
      return planList(planning, node, names);
    case 'map':
      return planMap(planning, node, names);
    case 'comprehension':
      return planComprehension(planning, node, names);
    case 'struct':
      return planStruct(planning, node, names);
  }
}

function valueOf(literal: Literal): CelValue {
  switch (literal.type) {
    case 'null':
      return null;
    case 'uint':
      return uint(literal.value);
    case 'double':
      return double(literal.value);
    default:
      return literal.value;
  }
}

function planIdent(planning: Planning, node: IdentExpr, names: Names | undefined): Planned {
  const name = node.name.startsWith('.') ? node.name.slice(1) : node.name;
  let found = names;
  while (found !== undefined && found.name !== name) found = found.outer;
  if (planning.checked.types.get(node.id)?.kind === 'type') {
    if (found !== undefined) throw new PlanError(celError(`reference to undefined type: ${name}`));
    return { kind: 'constant', value: typeValue(name) };
  }
  if (found === undefined) throw new PlanError(celError(`no such attribute(s): ${name}`));
  const { slot, init } = found;
  const run = (frame: Frame): CelValue => {
    const value = frame.slots[slot];
    if (value !== undefined) return value;
    return init === undefined ? celError(`no such attribute(s): ${name}`) : begin(frame, slot, init);
  };
  return { kind: 'attribute', attribute: { base: { run }, qualifiers: [] } };
}

/** Sets an accumulator, at its first use. */
function begin(frame: Frame, slot: number, init: (frame: Frame) => CelValue): CelValue {
  const value = init(frame);
  frame.slots[slot] = value;
  return value;
}

function planSelect(planning: Planning, node: SelectExpr, names: Names | undefined): Planned {
  const attribute = attributeOf(planning.plan(node.operand, names));
  const qualifier = node.isTest ? testQualifier(node.field) : constantQualifier(node.field, false);
  const longer = qualified(attribute, qualifier);
  return { kind: 'attribute', attribute: node.isTest ? { ...longer, isTest: true } : longer };
}

/** Whether a program could not be made. */
export function isProgramError(made: Program | CelError): made is CelError {
  return 'kind' in made && isError(made);
}
