/** A binary heap: the least item first. */
export interface Heap<T> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
  clear(): void;
}

/** Makes an empty heap ordered by `compare` (less than 0: `a` comes first). */
export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  const items: T[] = [];

  const isBefore = (a: number, b: number): boolean => {
    const left = items[a];
    const right = items[b];
    return left !== undefined && right !== undefined && compare(left, right) < 0;
  };

  const swap = (a: number, b: number): void => {
    const left = items[a];
    const right = items[b];
    if (left === undefined || right === undefined) return;
    items[a] = right;
    items[b] = left;
  };

  const rise = (start: number): void => {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };

  const sink = (): void => {
    for (let at = 0; ;) {
      let least = at;
      if (isBefore(2 * at + 1, least)) least = 2 * at + 1;
      if (isBefore(2 * at + 2, least)) least = 2 * at + 2;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };

  return {
    get size() {
      return items.length;
    },
    peek: () => items[0],
    push: (item) => {
      items.push(item);
      rise(items.length - 1);
    },
    pop: () => {
      const [first] = items;
      const last = items.pop();
      if (items.length > 0 && last !== undefined) {
        items[0] = last;
        sink();
      }
      return first;
    },
    clear: () => {
      items.length = 0;
    },
  };
}
