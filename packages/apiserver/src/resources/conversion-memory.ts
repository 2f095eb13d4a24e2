import { AsyncLocalStorage } from 'node:async_hooks';

/** The webhook conversions during one operation, such as a request, which owns them. */
export type ConversionMemory = Map<object, object>;

const memories = new AsyncLocalStorage<ConversionMemory>();

/** Runs a function with a new cache, or with the given one. Asynchronous continuations have the same one. */
export function withConversionMemory<T>(run: () => T, memory: ConversionMemory = new Map()): T {
  return memories.run(memory, run);
}

/** The cache of the current operation; a new one if there is none. */
export function currentConversionMemory(): ConversionMemory {
  return memories.getStore() ?? new Map();
}

/** The owner's cache for the current operation only: the next operation calls the webhook again. */
export function remembered<T extends object>(owner: { readonly empty: () => T }): T {
  const memory = currentConversionMemory();
  const known = memory.get(owner);
  if (known !== undefined) return known as T;
  const made = owner.empty();
  memory.set(owner, made);
  return made;
}

/** Binds the current cache to a function that is called later. */
export function keepingConversions<A extends unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const memory = currentConversionMemory();
  return (...args) => withConversionMemory(() => run(...args), memory);
}
