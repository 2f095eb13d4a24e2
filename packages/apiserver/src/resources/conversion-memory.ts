import { AsyncLocalStorage } from 'node:async_hooks';

/** A cache of the webhook conversions of one operation, such as a request. Keys are the owners of the cached values. */
export type ConversionMemory = Map<object, object>;

const memories = new AsyncLocalStorage<ConversionMemory>();

/** Runs a function with a new cache, or with the given one. Its asynchronous continuations use the same cache. */
export function withConversionMemory<T>(run: () => T, memory: ConversionMemory = new Map()): T {
  return memories.run(memory, run);
}

/** Returns the cache of the current operation, or a new one if there is none. */
export function currentConversionMemory(): ConversionMemory {
  return memories.getStore() ?? new Map();
}

/** Returns the owner's entry in the cache of the current operation; the next operation calls the webhook again. */
export function remembered<T extends object>(owner: { readonly empty: () => T }): T {
  const memory = currentConversionMemory();
  const known = memory.get(owner);
  if (known !== undefined) return known as T;
  const made = owner.empty();
  memory.set(owner, made);
  return made;
}

/** Returns a function that runs the given one with the current cache, whenever it is called. */
export function keepingConversions<A extends unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const memory = currentConversionMemory();
  return (...args) => withConversionMemory(() => run(...args), memory);
}
