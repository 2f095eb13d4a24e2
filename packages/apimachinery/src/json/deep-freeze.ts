import type { DeepReadonly } from '../json.ts';

/**
 * Freezes a JSON value at every depth, and returns it. A part that is frozen already counts as frozen at every depth.
 */
export function deepFreeze<T>(value: T): T & DeepReadonly<T> {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== 'object' || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) {
      if (child !== null && typeof child === 'object') open.push(child);
    }
  }
  return value as T & DeepReadonly<T>;
}
