import type { DeepReadonly } from '@kb/apimachinery';

/** Copies a JSON value at every depth. The copy may be changed, even when the value is frozen. */
export function copyJson<T>(value: DeepReadonly<T>): T {
  // A copy of a JSON value has its type; the type system cannot see that through a type parameter.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copy);
  const made: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    // An assignment to this one name would not make a property.
    if (name === '__proto__')
      Object.defineProperty(made, name, { value: copy(child), enumerable: true, writable: true, configurable: true });
    else made[name] = copy(child);
  }
  return made;
}
