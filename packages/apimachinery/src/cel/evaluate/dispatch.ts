import type { Overload } from '../declarations/declaration.ts';
import { implementationOf } from '../library/functions.ts';
import type { Implementation } from '../library/overloads/implementation.ts';
import type { CelType } from '../types/cel-type.ts';
import { runtimeName } from '../types/type-parts.ts';
import { type CelError, type CelValue, celError, isKind, typeNameOf } from '../values/value.ts';

/** Functions that have one implementation for all overloads in cel-go. */
const SINGLETONS = /^(?:[!_@-].*|size|matches|type|dyn|sort)$/;
/** Functions that cel-go calls whatever the types of the arguments are. */
const UNGUARDED = /^(?:contains|startsWith|endsWith|flatten)$/;

/** A function that chooses the overload for its arguments. Each call has the same number of them. */
export interface Dispatch {
  readonly zero: () => CelValue;
  readonly one: (first: CelValue) => CelValue;
  readonly two: (first: CelValue, second: CelValue) => CelValue;
  readonly many: (values: readonly CelValue[]) => CelValue;
}

interface Candidate {
  readonly implementation: Implementation;
  /** The types that the values must have; undefined if the implementation finds that out. */
  readonly types: readonly CelType[] | undefined;
}

/** Whether an implementation cannot see that a value has another type: it looks at no element. */
const hasElements = (type: CelType): boolean => {
  if (type.kind === 'list') return type.element.kind !== 'parameter' && type.element.kind !== 'dyn';
  return type.kind === 'opaque' ? type.parameters.length > 0 : type.kind === 'map' && type.key.kind !== 'parameter';
};

/** The function of a name with the overloads that the type checker left, of all that are declared. */
export function dispatchOf(
  name: string,
  ids: readonly string[],
  declared: readonly Overload[],
  count: number,
): Dispatch {
  const isSingle = SINGLETONS.test(name);
  const isGuarded = !isSingle && !UNGUARDED.test(name);
  const overloads = declared.filter((overload) => overload.args.length === count);
  const chosen = ids.length === 1 ? overloads.filter(({ id }) => id === ids[0]) : overloads;
  const candidates = chosen.flatMap(({ id, args }): Candidate[] => {
    const implementation = implementationOf(id);
    if (implementation?.arity !== count) return [];
    return [{ implementation, types: isGuarded && args.some(hasElements) ? args : undefined }];
  });
  const [only] = candidates;
  const isPlain = only !== undefined && only.types === undefined && (candidates.length === 1 || isSingle);
  const many = (values: readonly CelValue[]): CelValue => {
    for (const { implementation, types } of candidates) {
      if (types !== undefined && !types.every((type, index) => hasType(values[index] ?? null, type))) continue;
      const value = apply(implementation, values);
      if (value !== undefined) return value;
      if (isSingle) break;
    }
    return noOverload(name, values);
  };
  const { implementation } = isPlain ? only : { implementation: undefined };
  return {
    many,
    zero: () => many([]),
    one: implementation?.arity === 1 ? plainOne(name, implementation.call) : (first) => many([first]),
    two: implementation?.arity === 2 ? plainTwo(name, implementation.call) : (first, second) => many([first, second]),
  };
}

function plainOne(name: string, call: (first: CelValue) => CelValue | undefined): Dispatch['one'] {
  return (first) => {
    const value = call(first);
    return value === undefined ? noOverload(name, [first]) : value;
  };
}

function plainTwo(name: string, call: (first: CelValue, second: CelValue) => CelValue | undefined): Dispatch['two'] {
  return (first, second) => {
    const value = call(first, second);
    return value === undefined ? noOverload(name, [first, second]) : value;
  };
}

function apply(implementation: Implementation, values: readonly CelValue[]): CelValue | undefined {
  const [first = null, second = null, third = null, fourth = null] = values;
  switch (implementation.arity) {
    case 0:
      return implementation.call();
    case 1:
      return implementation.call(first);
    case 2:
      return implementation.call(first, second);
    case 3:
      return implementation.call(first, second, third);
    case 4:
      return implementation.call(first, second, third, fourth);
  }
}

/** The error of a call whose arguments have types that no overload takes. */
function noOverload(name: string, values: readonly CelValue[]): CelError {
  if (name === 'flatten') return flattenError(values);
  if (UNGUARDED.test(name)) return celError('no such overload');
  if (!SINGLETONS.test(name)) return celError(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`);
  const [first = null] = values;
  // Values of these types are asked for a method of that name.
  const isReceiver = typeof first === 'string' || isKind(first, 'duration') || isKind(first, 'timestamp');
  return celError(isReceiver ? 'no such overload' : `no such overload: ${name}`);
}

/** This function has words of its own. */
function flattenError([target = null, ...rest]: readonly CelValue[]): CelError {
  const type = isKind(target, 'map') ? 'map(dyn, dyn)' : typeNameOf(target);
  return celError(`no such overload: ${type}.flatten(${rest.map(typeNameOf).join(', ')})`);
}

/** Whether a function that takes a type takes a value. Of a list or map, the first element decides, as in cel-go. */
function hasType(value: CelValue, type: CelType): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'any':
    case 'parameter':
      return true;
    case 'list':
      return isKind(value, 'list') && (value.size === 0 || hasType(value.get(0), type.element));
    case 'map': {
      if (!isKind(value, 'map')) return false;
      const [key] = value.keys();
      return key === undefined || (hasType(key, type.key) && hasType(value.find(key) ?? null, type.value));
    }
    case 'wrapper':
      return value === null || hasType(value, type.of);
    default:
      return typeNameOf(value) === runtimeName(type);
  }
}
