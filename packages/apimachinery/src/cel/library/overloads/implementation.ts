import { type CelList, type CelMap, type CelValue, isInt, isKind } from '../../values/value.ts';

/** What a call gives; undefined if the arguments do not have the types of the overload. */
export type CallResult = CelValue | undefined;

/**
 * An overload of a function, as code. Each has a fixed number of arguments, so that a call makes no array. Arguments
 * are never errors.
 */
export type Implementation =
  | { readonly arity: 0; readonly call: () => CallResult }
  | { readonly arity: 1; readonly call: (first: CelValue) => CallResult }
  | { readonly arity: 2; readonly call: (first: CelValue, second: CelValue) => CallResult }
  | { readonly arity: 3; readonly call: (first: CelValue, second: CelValue, third: CelValue) => CallResult }
  | {
      readonly arity: 4;
      readonly call: (first: CelValue, second: CelValue, third: CelValue, fourth: CelValue) => CallResult;
    };

/** Implementations by the id of their overload. */
export type FunctionTable = Readonly<Record<string, Implementation>>;

/** Whether a value has a type. */
export type Guard<T extends CelValue> = (value: CelValue) => value is T;

/** Takes values of every type. */
export const isAny = (_value: CelValue): _value is CelValue => true;
/** Takes texts. */
export const isText = (value: CelValue): value is string => typeof value === 'string';
/** Takes lists. */
export const isList = (value: CelValue): value is CelList => isKind(value, 'list');
/** Takes maps. */
export const isMap = (value: CelValue): value is CelMap => isKind(value, 'map');
/** Takes booleans. */
export const isBool = (value: CelValue): value is boolean => typeof value === 'boolean';
/** Takes integers. */
export const isInteger: Guard<number | bigint> = isInt;

/** A function without arguments. */
export function nullary(call: () => CelValue): Implementation {
  return { arity: 0, call };
}

/** A function of one argument of a type. */
export function unary<A extends CelValue>(isFirst: Guard<A>, call: (first: A) => CelValue): Implementation {
  return { arity: 1, call: (first) => (isFirst(first) ? call(first) : undefined) };
}

/** A function of two arguments of certain types. */
export function binary<A extends CelValue, B extends CelValue>(
  isFirst: Guard<A>,
  isSecond: Guard<B>,
  call: (first: A, second: B) => CelValue,
): Implementation {
  return {
    arity: 2,
    call: (first, second) => (isFirst(first) && isSecond(second) ? call(first, second) : undefined),
  };
}

/** A function of three arguments of certain types. */
export function ternary<A extends CelValue, B extends CelValue, C extends CelValue>(
  isFirst: Guard<A>,
  isSecond: Guard<B>,
  isThird: Guard<C>,
  call: (first: A, second: B, third: C) => CelValue,
): Implementation {
  return {
    arity: 3,
    call: (first, second, third) =>
      isFirst(first) && isSecond(second) && isThird(third) ? call(first, second, third) : undefined,
  };
}

/** A function of four arguments of certain types. */
export function quaternary<A extends CelValue, B extends CelValue, C extends CelValue, D extends CelValue>(
  isFirst: Guard<A>,
  isSecond: Guard<B>,
  isThird: Guard<C>,
  isFourth: Guard<D>,
  call: (first: A, second: B, third: C, fourth: D) => CelValue,
): Implementation {
  return {
    arity: 4,
    call: (first, second, third, fourth) =>
      isFirst(first) && isSecond(second) && isThird(third) && isFourth(fourth)
        ? call(first, second, third, fourth)
        : undefined,
  };
}

/** The same implementation for several overloads. */
export function forAll(ids: readonly string[], implementation: Implementation): FunctionTable {
  return Object.fromEntries(ids.map((id) => [id, implementation]));
}
