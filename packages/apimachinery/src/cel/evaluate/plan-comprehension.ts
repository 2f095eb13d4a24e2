import type { ComprehensionExpr } from '../ast/expr.ts';
import { type CelValue, celError, isError, isKind } from '../values/value.ts';
import { finished, growing } from './accumulators.ts';
import type { Frame, Step } from './frame.ts';
import { goTypeOf } from './attribute.ts';
import { type Names, type Planned, type Planning, stepOf } from './planned.ts';

/** Plans a loop. */
export function planComprehension(planning: Planning, node: ComprehensionExpr, names: Names | undefined): Planned {
  const range = stepOf(planning.plan(node.range, names));
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
  const step = stepOf(planning.plan(node.step, withAccumulator(inner, accumulator)));
  const result = stepOf(planning.plan(node.result, accumulator));
  const turn = (frame: Frame, key: CelValue, value: CelValue): boolean => {
    frame.slots[variable.slot] = key;
    if (second !== undefined) frame.slots[second.slot] = value;
    if (condition(frame) === false) return false;
    frame.slots[accumulator.slot] = step(frame);
    return true;
  };
  const loop = second === undefined ? overOne(turn) : overTwo(turn);
  const run: Step = (frame) => {
    const over = range(frame);
    if (isError(over)) return over;
    frame.slots[accumulator.slot] = undefined;
    const failure = loop(frame, over);
    if (failure !== undefined) return failure;
    return finished(result(frame));
  };
  return { kind: 'step', run };
}

const outer = (names: Names | undefined): Pick<Names, 'outer'> => (names === undefined ? {} : { outer: names });

/** The accumulator goes before variables of the same name. */
const withAccumulator = (names: Names, accumulator: Names): Names => ({ ...accumulator, outer: names });

type Turn = (frame: Frame, key: CelValue, value: CelValue) => boolean;
type Loop = (frame: Frame, range: CelValue) => CelValue | undefined;

/** Over elements, or keys. */
function overOne(turn: Turn): Loop {
  return (frame, range) => {
    if (isKind(range, 'list')) {
      for (let index = 0; index < range.size; index += 1) if (!turn(frame, range.get(index), null)) break;
      return undefined;
    }
    if (!isKind(range, 'map')) return celError(`got '${goTypeOf(range)}', expected iterable type`);
    for (const key of range.keys()) if (!turn(frame, key, null)) break;
    return undefined;
  };
}

/** Over indexes and elements, or keys and values. */
function overTwo(turn: Turn): Loop {
  return (frame, range) => {
    if (isKind(range, 'list')) {
      for (let index = 0; index < range.size; index += 1) if (!turn(frame, index, range.get(index))) break;
      return undefined;
    }
    if (!isKind(range, 'map')) return celError(`unsupported comprehension range type: ${goTypeOf(range)}`);
    for (const key of range.keys()) if (!turn(frame, key, range.find(key) ?? null)) break;
    return undefined;
  };
}
