import { compareUtf8 } from '@kb/apimachinery/codec';

/**
 * A map whose keys can be walked in order. The order is worked out when it is first asked for after the set of keys
 * changed: writes stay cheap, and a list pays for sorting the keys that came since the last one.
 */
export class SortedMap<V> {
  private readonly entries = new Map<string, V>();
  /** Keys in order; some of them may be gone. */
  private order: string[] = [];
  /** Keys that are not in `order`. */
  private readonly added = new Set<string>();
  private gone = 0;

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: V): void {
    if (!this.entries.has(key)) this.addKey(key);
    this.entries.set(key, value);
  }

  delete(key: string): void {
    if (!this.entries.delete(key) || this.added.delete(key)) return;
    if (this.order.at(-1) === key) this.order.pop();
    else this.gone += 1;
  }

  /** The keys from `start` (included) on, in order. The map must not change during the walk. */
  *keys(start = ''): Generator<string> {
    const order = this.ordered();
    for (let index = lowerBound(order, start); index < order.length; index += 1) {
      const key = order[index];
      if (key !== undefined) yield key;
    }
  }

  /** How many keys there are from `start` (included) on. */
  countFrom(start: string): number {
    if (start === '') return this.entries.size;
    const order = this.ordered();
    return order.length - lowerBound(order, start);
  }

  private addKey(key: string): void {
    // Keys often come in order already (numbered names, copies of another cluster): then nothing has to be sorted.
    const last = this.order.at(-1);
    const follows = last === undefined || compareUtf8(last, key) < 0;
    if (follows && this.added.size === 0) this.order.push(key);
    else this.added.add(key);
  }

  private ordered(): readonly string[] {
    if (this.added.size === 0 && this.gone === 0) return this.order;
    // A key that went and came again is in both.
    const kept =
      this.gone === 0 ? this.order : this.order.filter((key) => this.entries.has(key) && !this.added.has(key));
    this.order = merge(kept, [...this.added].sort(compareUtf8));
    this.added.clear();
    this.gone = 0;
    return this.order;
  }
}

function merge(left: readonly string[], right: readonly string[]): string[] {
  if (right.length === 0) return [...left];
  const merged: string[] = [];
  let next = 0;
  for (const key of left) {
    for (let other = right[next]; other !== undefined && compareUtf8(other, key) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(key);
  }
  for (; next < right.length; next += 1) merged.push(right[next] ?? '');
  return merged;
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
