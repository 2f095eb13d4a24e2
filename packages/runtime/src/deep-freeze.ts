/** Freezes a JSON value at every depth and answers it. What is frozen already is not looked into. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null || typeof next !== 'object' || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) {
      if (child !== null && typeof child === 'object') open.push(child);
    }
  }
  return value;
}
