/** A binary heap: the least item first. */
export interface Heap<T> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
  /** Removes the item at a place: see `moved` of {@link createHeap}. */
  removeAt(place: number): void;
  clear(): void;
}

/**
 * Makes an empty heap ordered by `isBefore`. `moved` is called with the place of each item that gets a new one, so that
 * items can be removed from the middle; it is not called for items that leave.
 */
export function createHeap<T>(
  isBefore: (a: T, b: T) => boolean,
  moved: (item: T, place: number) => void = () => undefined,
): Heap<T> {
  const items: T[] = [];

  const put = (item: T, place: number): void => {
    items[place] = item;
    moved(item, place);
  };

  /** Puts the item at the place or above it, moving later ones down. */
  const rise = (item: T, start: number): void => {
    let place = start;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = items[above] as T;
      if (!isBefore(item, parent)) break;
      put(parent, place);
      place = above;
    }
    put(item, place);
  };

  /** Puts the item at the place or below it, moving earlier ones up. */
  const sink = (item: T, start: number): void => {
    let place = start;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && isBefore(items[below + 1] as T, items[below] as T)) below += 1;
      const child = items[below] as T;
      if (!isBefore(child, item)) break;
      put(child, place);
      place = below;
    }
    put(item, place);
  };

  const removeAt = (place: number): void => {
    const last = items.pop();
    if (last === undefined || place >= items.length) return;
    const above = items[(place - 1) >> 1];
    if (place > 0 && above !== undefined && isBefore(last, above)) rise(last, place);
    else sink(last, place);
  };

  return {
    get size() {
      return items.length;
    },
    peek: () => items[0],
    push: (item) => {
      items.push(item);
      rise(item, items.length - 1);
    },
    pop: () => {
      const [first] = items;
      removeAt(0);
      return first;
    },
    removeAt,
    clear: () => {
      items.length = 0;
    },
  };
}
