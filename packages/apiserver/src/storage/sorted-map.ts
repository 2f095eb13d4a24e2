import { compareUtf8 } from '@kb/apimachinery';

/**
 * A map whose keys can be walked in order. The order is worked out when it is first asked for after the set of keys changed: writes stay cheap, and a list, which
 * visits every key anyway, pays for the sort.
 */
export class SortedMap<V> {
  private readonly entries = new Map<string, V>();
  private order: string[] | undefined = [];

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: V): void {
    if (this.order && !this.entries.has(key)) {
      // Keys often come in order already (numbered names, copies of another cluster): then the order stays known.
      const last = this.order.at(-1);
      if (last === undefined || compareUtf8(last, key) < 0) this.order.push(key);
      else this.order = undefined;
    }
    this.entries.set(key, value);
  }

  delete(key: string): void {
    if (!this.entries.delete(key)) return;
    if (this.order?.at(-1) === key) this.order.pop();
    else this.order = undefined;
  }

  /** The keys from `start` (included) on, in order. The map must not change during the walk. */
  *keys(start = ''): Generator<string> {
    this.order ??= [...this.entries.keys()].sort(compareUtf8);
    for (let index = lowerBound(this.order, start); index < this.order.length; index += 1) {
      const key = this.order[index];
      if (key !== undefined) yield key;
    }
  }
}

/** The index of the first element that is not before `key`. */
function lowerBound(order: readonly string[], key: string): number {
  if (key === '') return 0;
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8(order[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
