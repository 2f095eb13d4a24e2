import { type CelValue, celError, isError, isKind, noSuchOverload } from '../values/value.ts';
import { computedQualifier, constantQualifier, goTypeOf, isKey, qualified, resolution } from './attribute.ts';
import { charge, type SlowStep, type Step } from './frame.ts';
import { attributeOf, piecesOf, type Planned, PlanError, stepOf } from './planned.ts';

/** Plans an operator that does not evaluate all its arguments, or continues a path. Undefined if it is another call. */
export function planOperator(name: string, args: readonly Planned[]): Planned | undefined {
  const [first, second, third] = args;
  if (first === undefined || (second === undefined && name !== '@not_strictly_false')) return undefined;
  if (name === '@not_strictly_false') return { kind: 'step', run: notStrictlyFalse(stepOf(first)) };
  if (second === undefined) return undefined;
  switch (name) {
    case '_&&_':
      return planJunction(first, second, false);
    case '_||_':
      return planJunction(first, second, true);
    case '_?_:_': {
      if (third === undefined) return undefined;
      const base = { condition: stepOf(first), truthy: attributeOf(second), falsy: attributeOf(third) };
      return { kind: 'attribute', attribute: { base, qualifiers: [] } };
    }
    case '_[_]':
      return planIndex(first, second, false);
    case '_?._':
    case '_[?_]':
      return planIndex(first, second, true);
    default:
      return undefined;
  }
}

/** Plans `object[index]`, `object[?index]` and `object.?field`. */
function planIndex(object: Planned, index: Planned, isOptional: boolean): Planned {
  if (index.kind === 'constant' && !isKey(index.value))
    throw new PlanError(celError(`invalid qualifier type: ${goTypeOf(index.value)}`));
  const qualifier =
    index.kind === 'constant'
      ? constantQualifier(index.value, isOptional)
      : computedQualifier(index.kind === 'attribute' ? resolution(index.attribute) : stepOf(index), isOptional);
  return { kind: 'attribute', attribute: qualified(attributeOf(object), qualifier) };
}

/** Plans `a.or(b)` and `a.orValue(b)`, which evaluate `b` only if they need it. Undefined if it is another call. */
export function planOptional(name: string, ids: readonly string[], args: readonly Planned[]): Planned | undefined {
  const isValue = name === 'orValue' && ids.includes('optional_orValue_value');
  if (!isValue && !(name === 'or' && ids.includes('optional_or_optional'))) return undefined;
  const [first, second] = args.map(stepOf);
  if (first === undefined || second === undefined) return undefined;
  return {
    kind: 'step',
    run: (frame) => {
      const optional = first(frame);
      // As in cel-go, what is not an optional, an error for example, is the result.
      if (!isKind(optional, 'optional')) return optional;
      if (optional.value !== undefined) return isValue ? optional.value : optional;
      return second(frame);
    },
  };
}

/**
 * Plans `a && b` and `a || b`: an error counts only if the other side does not decide. `deciding`: the value of a side
 * that decides.
 */
function planJunction(first: Planned, second: Planned, deciding: boolean): Planned {
  const [one, other] = [stepOf(first), stepOf(second)];
  const run: Step = (frame) => {
    const a = one(frame);
    return a === deciding ? deciding : join(a, other(frame), deciding);
  };
  const [slowOne, slowOther] = [piecesOf(first), piecesOf(second)];
  if (slowOne === undefined && slowOther === undefined) return { kind: 'step', run };
  const inPieces: SlowStep = function* (frame) {
    const a = slowOne === undefined ? one(frame) : yield* slowOne(frame);
    if (a === deciding) return deciding;
    return join(a, slowOther === undefined ? other(frame) : yield* slowOther(frame), deciding);
  };
  return { kind: 'step', run, inPieces };
}

/** The value of both sides, of which the first does not decide. */
function join(a: CelValue, b: CelValue, deciding: boolean): CelValue {
  if (b === deciding) return deciding;
  if (typeof a !== 'boolean') return asError(a);
  return typeof b === 'boolean' ? !deciding : asError(b);
}

const asError = (value: CelValue): CelValue => (isError(value) ? value : noSuchOverload(value));

/** Whether a loop goes on: an error does not end it. */
function notStrictlyFalse(value: Step): Step {
  return (frame) => {
    const result = value(frame);
    charge(frame, 1);
    return typeof result === 'boolean' ? result : true;
  };
}
