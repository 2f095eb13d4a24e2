import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeySet } from './key-set.ts';

const step = fc.record({ adds: fc.boolean(), key: fc.integer({ min: 0, max: 40 }).map(String) });

test('has the keys of a Set in its order, after any additions and deletions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const keys = new KeySet();
      const model = new Set<string>();
      for (const { adds, key } of steps) {
        if (adds) {
          keys.add(key);
          model.add(key);
        } else {
          keys.delete(key);
          model.delete(key);
        }
        expect([keys.has(key), keys.size, keys.first()]).toEqual([model.has(key), model.size, [...model][0]]);
      }
      expect([...keys]).toEqual([...model]);
    }),
  );
});

test('as a queue, it moves each key a few times at most', () => {
  for (const size of [100, 1000, 10_000]) {
    const keys = new KeySet();
    let moved = 0;
    // What closes empty places is the only thing that moves keys.
    Object.defineProperty(keys, 'number', {
      value: function countAndNumber(this: KeySet): void {
        moved += this.size;
        (Reflect.get(KeySet.prototype, 'number') as () => void).call(this);
      },
    });
    for (let key = 0; key < size; key += 1) keys.add(String(key));
    for (let key = 0; key < size; key += 1) {
      expect(keys.first()).toBe(String(key));
      keys.delete(String(key));
    }
    expect(moved).toBeLessThanOrEqual(2 * size);
  }
});
