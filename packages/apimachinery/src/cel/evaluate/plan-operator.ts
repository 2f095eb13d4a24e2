import { type CelValue, celError, isError, isKind, noSuchOverload } from '../values/value.ts';
import { computedQualifier, constantQualifier, goTypeOf, isKey, qualified, resolution } from './attribute.ts';
import { charge, type Step } from './frame.ts';
import { attributeOf, type Planned, PlanError, stepOf } from './planned.ts';

/** Plans an operator that does not evaluate all its arguments, or continues a path. Undefined if it is another call. */
export function planOperator(name: string, args: readonly Planned[]): Planned | undefined {
  const [first, second, third] = args;
  if (first === undefined || (second === undefined && name !== '@not_strictly_false')) return undefined;
  if (name === '@not_strictly_false') return { kind: 'step', run: notStrictlyFalse(stepOf(first)) };
  if (second === undefined) return undefined;
  switch (name) {
    case '_&&_':
      return { kind: 'step', run: conjunction(stepOf(first), stepOf(second)) };
    case '_||_':
      return { kind: 'step', run: disjunction(stepOf(first), stepOf(second)) };
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

/** `a && b`: an error counts only if the other is not false. */
function conjunction(first: Step, second: Step): Step {
  return junction(first, second, false);
}

/** `a || b`: an error counts only if the other is not true. */
function disjunction(first: Step, second: Step): Step {
  return junction(first, second, true);
}

/** `deciding`: the value of one side that decides. */
function junction(first: Step, second: Step, deciding: boolean): Step {
  return (frame) => {
    const a = first(frame);
    if (a === deciding) return deciding;
    const b = second(frame);
    if (b === deciding) return deciding;
    if (typeof a !== 'boolean') return asError(a);
    return typeof b === 'boolean' ? !deciding : asError(b);
  };
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
