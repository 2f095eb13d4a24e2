import { AsyncLocalStorage } from 'node:async_hooks';

/** What webhooks have converted during one operation, such as a request. The operation owns it. */
export type ConversionMemory = Map<object, object>;

const memories = new AsyncLocalStorage<ConversionMemory>();

/**
 * Does something with a memory of its own, or with the one that it is given. What follows asynchronously has the same.
 */
export function withConversionMemory<T>(run: () => T, memory: ConversionMemory = new Map()): T {
  return memories.run(memory, run);
}

/** The memory of what is being done now; a new one where nothing is that remembers. */
export function currentConversionMemory(): ConversionMemory {
  return memories.getStore() ?? new Map();
}

/**
 * What an owner remembers of what is being done now, and nothing else does: a webhook is asked again by whatever is
 * done next.
 */
export function remembered<T extends object>(owner: { readonly empty: () => T }): T {
  const memory = currentConversionMemory();
  const known = memory.get(owner);
  if (known !== undefined) return known as T;
  const made = owner.empty();
  memory.set(owner, made);
  return made;
}

/** Has a function that is called later remember what is remembered now. */
export function keepingConversions<A extends unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const memory = currentConversionMemory();
  return (...args) => withConversionMemory(() => run(...args), memory);
}
