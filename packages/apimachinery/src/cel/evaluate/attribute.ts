import { printValue } from '../values/print-value.ts';
import { indexOf } from '../values/list-index.ts';
import {
  type CelValue,
  celError,
  isError,
  isInt,
  isKind,
  noSuchOverload,
  optionalNone,
  optionalOf,
} from '../values/value.ts';
import { charge, type Frame, type Step } from './frame.ts';

/** A value, and a path into it: cel-go evaluates both at once. */
export interface Attribute {
  readonly base: { readonly run: Step } | Conditional;
  readonly qualifiers: readonly Qualifier[];
  /** Whether it is `has()`. */
  readonly isTest?: boolean;
}

/** `condition ? truthy : falsy`, where a path that follows is one into each. */
interface Conditional {
  readonly condition: Step;
  readonly truthy: Attribute;
  readonly falsy: Attribute;
}

/** A step of a path. */
export interface Qualifier {
  readonly isOptional: boolean;
  /** The value; an error if there is none. */
  qualify(frame: Frame, object: CelValue): CelValue;
  /** The value; undefined if there is none. */
  find(frame: Frame, object: CelValue): CelValue | undefined;
}

/** An attribute with a longer path. */
export function qualified(attribute: Attribute, qualifier: Qualifier): Attribute {
  const { base, qualifiers } = attribute;
  if ('run' in base) return { ...attribute, qualifiers: [...qualifiers, qualifier] };
  return {
    ...attribute,
    base: { ...base, truthy: qualified(base.truthy, qualifier), falsy: qualified(base.falsy, qualifier) },
  };
}

/** The value of an attribute as a part of another: without the cost of its name. */
export function resolution({ base, qualifiers }: Attribute): Step {
  if (!('run' in base)) return choice(base);
  const { run } = base;
  // Names and results, except optionals, are what they are.
  if (qualifiers.length === 0) return (frame) => withoutSchema(run(frame));
  return (frame) => follow(frame, run(frame), qualifiers);
}

function choice({ condition, truthy, falsy }: Conditional): Step {
  const whenTrue = resolution(truthy);
  const whenFalse = resolution(falsy);
  return (frame) => {
    const value = condition(frame);
    if (value === true) return whenTrue(frame);
    return value === false ? whenFalse(frame) : noSuchOverload(value);
  };
}

/** The value of an attribute. */
export function evaluation(attribute: Attribute): Step {
  const resolve = resolution(attribute);
  const isChoice = !('run' in attribute.base);
  if (attribute.isTest !== true) return isChoice ? resolve : charged(resolve, 1);
  const test: Step = (frame) => {
    const value = resolve(frame);
    return isKind(value, 'optional') ? value.value !== undefined : value;
  };
  // cel-go takes back the cost of the name, which a choice does not have.
  return isChoice ? charged(test, -1) : test;
}

function charged(step: Step, cost: number): Step {
  return (frame) => {
    const value = step(frame);
    charge(frame, cost);
    return value;
  };
}

/** cel-go takes an optional apart where it is used, and loses what a schema says of the value in it. */
function withoutSchema(value: CelValue): CelValue {
  return isKind(value, 'optional') && value.value !== undefined ? optionalOf(native(value.value)) : value;
}

function native(value: CelValue): CelValue {
  return (isKind(value, 'list') || isKind(value, 'map')) && value.native !== undefined ? value.native() : value;
}

function follow(frame: Frame, start: CelValue, qualifiers: readonly Qualifier[]): CelValue {
  let value = start;
  let isOptional = false;
  if (isKind(value, 'optional')) {
    if (value.value === undefined) return value;
    isOptional = true;
    value = native(value.value);
  }
  if (isError(value)) return value;
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    if (isOptional) {
      const found = qualifier.find(frame, value);
      if (found === undefined) return optionalNone;
      value = found;
    } else {
      value = qualifier.qualify(frame, value);
    }
    if (isError(value) && value.isElement !== true) return value;
  }
  return isOptional ? optionalOf(value) : value;
}

/** The element or value at a key; undefined if there is none. */
function lookUp(object: CelValue, key: CelValue): CelValue | undefined {
  if (isKind(object, 'map')) return object.find(key);
  if (isError(object)) return celError(object.message);
  if (!isKind(object, 'list')) return undefined;
  const index = indexOf(key);
  if (typeof index === 'object') return index;
  if (index < 0 || index >= object.size) return undefined;
  // Views of JSON take integers only.
  if (object.native !== undefined && !isInt(key)) return celError(`unsupported index: ${printValue(key)}`);
  const element = object.get(Number(index));
  return isError(element) ? { ...element, isElement: true } : element;
}

function valueAt(object: CelValue, key: CelValue): CelValue {
  const value = lookUp(object, key);
  if (value !== undefined) return value;
  return celError(`${isKind(object, 'list') ? 'index out of bounds' : 'no such key'}: ${printValue(key)}`);
}

/** Whether a path goes on from what an optional step found; other errors cost nothing. */
function isPresent(value: CelValue | undefined): boolean {
  return value !== undefined && (!isError(value) || value.isElement === true);
}

/** A key that is known: a field, or a constant index. */
export function constantQualifier(key: CelValue, isOptional: boolean): Qualifier {
  return {
    isOptional,
    qualify: (frame, object) => {
      const value = valueAt(object, key);
      charge(frame, 1);
      return value;
    },
    find: (frame, object) => {
      const value = lookUp(object, key);
      if (isPresent(value)) charge(frame, 1);
      return value;
    },
  };
}

/** The last field of `has()`. */
export function testQualifier(key: CelValue): Qualifier {
  const isThere = (frame: Frame, object: CelValue): CelValue | undefined => {
    const value = lookUp(object, key);
    charge(frame, 1);
    return value;
  };
  return {
    isOptional: false,
    qualify: (frame, object) => {
      const value = isThere(frame, object);
      if (value !== undefined && isError(value)) return value;
      return value !== undefined;
    },
    find: isThere,
  };
}

/** A key that another attribute has. */
export function computedQualifier(key: Step, isOptional: boolean): Qualifier {
  const keyOf = (frame: Frame): CelValue => {
    const value = key(frame);
    return isKey(value) || isError(value) ? value : celError(`invalid qualifier type: ${goTypeOf(value)}`);
  };
  return {
    isOptional,
    qualify: (frame, object) => {
      const known = keyOf(frame);
      const value = isError(known) ? known : valueAt(object, known);
      charge(frame, 1);
      return value;
    },
    find: (frame, object) => {
      const known = keyOf(frame);
      const value = isError(known) ? known : lookUp(object, known);
      if (isPresent(value)) charge(frame, 1);
      return value;
    },
  };
}

/** Whether a value can be a key. */
export function isKey(value: CelValue): boolean {
  return typeof value !== 'object' || isKind(value, 'uint') || isKind(value, 'double');
}

/** The name of a type in cel-go, of those that can be no keys. */
export function goTypeOf(value: CelValue): string {
  if (value === null) return 'types.Null';
  if (value instanceof Uint8Array) return 'types.Bytes';
  if (typeof value === 'boolean') return 'types.Bool';
  if (typeof value === 'string') return 'types.String';
  if (typeof value !== 'object') return 'types.Int';
  switch (value.kind) {
    case 'double':
      return 'types.Double';
    case 'uint':
      return 'types.Uint';
    case 'duration':
      return 'types.Duration';
    case 'timestamp':
      return 'types.Timestamp';
    case 'list':
      return '*types.baseList';
    case 'map':
      return '*types.baseMap';
    case 'optional':
      return '*types.Optional';
    case 'type':
      return '*types.Type';
    default:
      return value.kind;
  }
}
