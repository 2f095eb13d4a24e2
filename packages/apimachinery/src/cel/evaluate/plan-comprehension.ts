import type { ComprehensionExpr } from '../ast/expr.ts';
import { type CelList, type CelMap, type CelValue, celError, isError, isKind } from '../values/value.ts';
import { finished, growing } from './accumulators.ts';
import { type Frame, isPieceOver, type SlowStep, type Step } from './frame.ts';
import { goTypeOf } from './attribute.ts';
import { type Names, piecesOf, type Planned, type Planning, stepOf } from './planned.ts';

/** Plans a loop. */
export function planComprehension(planning: Planning, node: ComprehensionExpr, names: Names | undefined): Planned {
  const plannedRange = planning.plan(node.range, names);
  const range = stepOf(plannedRange);
  const first = stepOf(planning.plan(node.init, names));
  // A list or map that grows in the loop is changed in place.
  const init: Step = (frame) => growing(first(frame));
  const accumulator: Names = { name: node.accumulator, slot: planning.newSlot(), init, ...outer(names) };
  const variable: Names = { name: node.variable, slot: planning.newSlot(), outer: accumulator };
  const second: Names | undefined =
    node.secondVariable === undefined
      ? undefined
      : { name: node.secondVariable, slot: planning.newSlot(), outer: variable };
  const inner = second ?? variable;
  const condition = stepOf(planning.plan(node.condition, withAccumulator(inner, accumulator)));
  const plannedStep = planning.plan(node.step, withAccumulator(inner, accumulator));
  const step = stepOf(plannedStep);
  const result = stepOf(planning.plan(node.result, accumulator));
  const turn = (frame: Frame, key: CelValue, value: CelValue): boolean => {
    frame.slots[variable.slot] = key;
    if (second !== undefined) frame.slots[second.slot] = value;
    if (condition(frame) === false) return false;
    frame.slots[accumulator.slot] = step(frame);
    return true;
  };
  const loop = second === undefined ? overOne(turn) : overTwo(turn);
  const noRange = (value: CelValue): CelValue =>
    celError(
      second === undefined
        ? `got '${goTypeOf(value)}', expected iterable type`
        : `unsupported comprehension range type: ${goTypeOf(value)}`,
    );
  const run: Step = (frame) => {
    const over = range(frame);
    if (isError(over)) return over;
    if (!isRange(over)) return noRange(over);
    frame.slots[accumulator.slot] = undefined;
    loop(frame, over);
    return finished(result(frame));
  };
  const [slowRange, slowStep] = [piecesOf(plannedRange), piecesOf(plannedStep)];
  const inPieces: SlowStep = function* (frame) {
    const over = slowRange === undefined ? range(frame) : yield* slowRange(frame);
    if (isError(over)) return over;
    if (!isRange(over)) return noRange(over);
    frame.slots[accumulator.slot] = undefined;
    for (const [key, value] of turnsOf(over, second !== undefined)) {
      frame.slots[variable.slot] = key;
      if (second !== undefined) frame.slots[second.slot] = value;
      if (condition(frame) === false) break;
      frame.slots[accumulator.slot] = slowStep === undefined ? step(frame) : yield* slowStep(frame);
      if (isPieceOver(frame)) yield undefined;
    }
    return finished(result(frame));
  };
  return { kind: 'step', run, inPieces };
}

const outer = (names: Names | undefined): Pick<Names, 'outer'> => (names === undefined ? {} : { outer: names });

/** The accumulator goes before variables of the same name. */
const withAccumulator = (names: Names, accumulator: Names): Names => ({ ...accumulator, outer: names });

type Turn = (frame: Frame, key: CelValue, value: CelValue) => boolean;
type Loop = (frame: Frame, range: Range) => void;
type Range = CelList | CelMap;

const isRange = (value: CelValue): value is Range => isKind(value, 'list') || isKind(value, 'map');

/** Over elements, or keys. */
function overOne(turn: Turn): Loop {
  return (frame, range) => {
    if (range.kind === 'list') {
      for (let index = 0; index < range.size; index += 1) if (!turn(frame, range.get(index), null)) break;
      return;
    }
    for (const key of range.keys()) if (!turn(frame, key, null)) break;
  };
}

/** Over indexes and elements, or keys and values. */
function overTwo(turn: Turn): Loop {
  return (frame, range) => {
    if (range.kind === 'list') {
      for (let index = 0; index < range.size; index += 1) if (!turn(frame, index, range.get(index))) break;
      return;
    }
    for (const key of range.keys()) if (!turn(frame, key, range.find(key) ?? null)) break;
  };
}

/** The values of the variables in each turn of a loop, for one variable or for two. */
function* turnsOf(range: Range, hasTwo: boolean): Generator<readonly [CelValue, CelValue], void> {
  if (range.kind === 'list') {
    for (let index = 0; index < range.size; index += 1)
      yield hasTwo ? [index, range.get(index)] : [range.get(index), null];
    return;
  }
  for (const key of range.keys()) yield [key, hasTwo ? (range.find(key) ?? null) : null];
}
