import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedMap } from './sorted-map.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

test('walks its keys in order, whatever came and went between the walks', () => {
  const step = fc.record({ key: fc.constantFrom(...KEYS), present: fc.boolean(), looks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new SortedMap<number>();
      const model = new Set<string>();
      for (const { key, present, looks } of steps) {
        if (present) map.set(key, 1);
        else map.delete(key);
        if (present) model.add(key);
        else model.delete(key);
        // Walks are what the order is worked out for: not after every change.
        const walked = looks ? [...map.keys()] : [...model].sort();
        expect(walked).toEqual([...model].sort());
        expect(map.size).toBe(model.size);
      }
      const inOrder = [...model].sort();
      for (const start of ['', ...KEYS, 'z']) {
        const want = inOrder.filter((key) => key >= start);
        expect([...map.keys(start)]).toEqual(want);
        expect(map.countFrom(start)).toBe(want.length);
      }
    }),
    { numRuns: 500 },
  );
});
