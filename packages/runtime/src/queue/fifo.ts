/** A first-in first-out list with cheap operations at both ends, whatever its length. */
export interface Fifo<T> {
  readonly length: number;
  push(item: T): void;
  shift(): T | undefined;
  clear(): void;
}

/** Makes an empty list. */
export function createFifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    get length() {
      return items.length - head;
    },
    push: (item) => {
      items.push(item);
    },
    shift: () => {
      if (head === items.length) return undefined;
      const item = items[head];
      head += 1;
      // Array.shift moves every element; dropping the used half now and then moves each of them once.
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    clear: () => {
      items = [];
      head = 0;
    },
  };
}
