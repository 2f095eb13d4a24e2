import type { DeepReadonly } from '@kb/apimachinery';

/** Freezes a value at every depth, and returns it. What is frozen already is taken to be so at every depth. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value as DeepReadonly<T>;
}
