import { KeySet } from '../../informer/key-set.ts';

/** Values by key, in the order in which they were last recorded. Removing the first takes constant time. */
export class RecordedMap<V> {
  private readonly values = new Map<string, V>();
  private readonly order = new KeySet();

  get size(): number {
    return this.values.size;
  }

  get(key: string): V | undefined {
    return this.values.get(key);
  }

  /** Sets the value of a key, and moves it to the end. */
  record(key: string, value: V): void {
    this.delete(key);
    this.values.set(key, value);
    this.order.add(key);
  }

  delete(key: string): void {
    if (this.values.delete(key)) this.order.delete(key);
  }

  /** Returns the key that was recorded first. */
  firstKey(): string | undefined {
    return this.order.first();
  }

  /** Walks the entries in order. The map must not change during the walk. */
  *[Symbol.iterator](): Generator<[string, V]> {
    for (const key of this.order) {
      const value = this.values.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}
