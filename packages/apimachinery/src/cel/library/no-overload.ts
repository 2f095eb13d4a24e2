import { type CelError, type CelValue, celError, isKind, typeNameOf } from '../values/value.ts';

/** Functions that have one implementation for all overloads in cel-go. */
const SINGLETONS = /^(?:[!_@-].*|size|matches|type|dyn|sort)$/;
/** Functions that cel-go calls whatever the types of the arguments are. */
const UNGUARDED = /^(?:contains|startsWith|endsWith)$/;

/** The error of a call whose arguments have types that no overload takes. */
export function noOverload(name: string, values: readonly CelValue[]): CelError {
  if (UNGUARDED.test(name)) return celError('no such overload');
  if (!SINGLETONS.test(name)) return celError(`no such overload: ${name}(${values.map(typeNameOf).join(', ')})`);
  const [first = null] = values;
  // Values of these types are asked for a method of that name.
  const isReceiver = typeof first === 'string' || isKind(first, 'duration') || isKind(first, 'timestamp');
  return celError(isReceiver ? 'no such overload' : `no such overload: ${name}`);
}
