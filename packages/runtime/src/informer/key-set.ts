/** Up to this many keys are searched linearly, because most values of an index have few objects. */
const FEW = 16;

/**
 * A set of keys in insertion order. Unlike with a Set, finding the first key does not step over all deleted ones: keys
 * of a namespace or of a queue are usually deleted in about the order in which they were added.
 */
export class KeySet implements Iterable<string> {
  /** Undefined where a key was deleted. Up to {@link FEW} keys have no such places. */
  private order: (string | undefined)[] = [];
  /** Where the first key is. */
  private head = 0;
  /** Where each key is; undefined for few keys. */
  private places: Map<string, number> | undefined;

  get size(): number {
    return this.places?.size ?? this.order.length;
  }

  has(key: string): boolean {
    return this.places ? this.places.has(key) : this.order.includes(key);
  }

  /** Returns the first key; undefined if the set is empty. */
  first(): string | undefined {
    return this.order[this.head];
  }

  /** Adds a key at the end, if it is missing. */
  add(key: string): void {
    if (this.has(key)) return;
    this.places?.set(key, this.order.length);
    this.order.push(key);
    if (!this.places && this.order.length > FEW) this.number();
  }

  delete(key: string): void {
    const place = this.places ? this.places.get(key) : this.order.indexOf(key);
    if (place === undefined || place < 0) return;
    if (!this.places) {
      this.order.splice(place, 1);
      return;
    }
    this.places.delete(key);
    this.order[place] = undefined;
    while (this.head < this.order.length && this.order[this.head] === undefined) this.head += 1;
    if (this.order.length > 2 * this.places.size + FEW) this.number();
  }

  /** Iterates over the keys in order. The set must not change meanwhile. */
  [Symbol.iterator](): Iterator<string> {
    const order: readonly (string | undefined)[] = this.order;
    return isFull(order, this.size) ? order.values() : this.walk();
  }

  private *walk(): Generator<string> {
    for (let place = this.head; place < this.order.length; place += 1) {
      const key = this.order[place];
      if (key !== undefined) yield key;
    }
  }

  /** Removes the gaps. */
  private number(): void {
    this.order = this.order.filter((key) => key !== undefined);
    this.head = 0;
    this.places = undefined;
    if (this.order.length <= FEW) return;
    this.places = new Map();
    for (const [place, key] of this.order.entries()) if (key !== undefined) this.places.set(key, place);
  }
}

/** Whether there are no gaps: iterating over a plain array is faster. */
function isFull(order: readonly (string | undefined)[], size: number): order is readonly string[] {
  return order.length === size;
}
