import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLongList } from './long-list.ts';

test('a long list has the items of a list after the same changes', () => {
  const change = fc.record({
    kind: fc.constantFrom('insert', 'remove', 'set'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.nat({ max: 3000 }), fc.array(change, { maxLength: 100, size: 'max' }), (length, changes) => {
      const items = Array.from({ length }, (_, index) => index);
      const list = [...items];
      const long = createLongList(items);
      changes.forEach(({ kind, at }, number) => {
        const index = Math.floor(at * list.length);
        if (kind === 'insert') {
          list.splice(index, 0, -number);
          long.insert(index, -number);
        } else if (index < list.length) {
          if (kind === 'remove') {
            list.splice(index, 1);
            long.remove(index);
          } else {
            list[index] = -number;
            long.set(index, -number);
          }
        }
        expect(long.length()).toBe(list.length);
        expect(long.at(index)).toBe(list[index]);
      });
      expect([...long.items()]).toEqual(list);
    }),
  );
});

test('a list grows from nothing, at both ends', () => {
  const long = createLongList([]);
  for (let index = 0; index < 5000; index += 1) {
    long.insert(0, -index);
    long.insert(long.length(), index);
  }
  const items = [...long.items()];
  expect(items).toHaveLength(10_000);
  expect([items[0], items[4999], items[5000], items[9999]]).toEqual([-4999, -0, 0, 4999]);
  for (let index = 0; index < 10_000; index += 1) long.remove(0);
  expect([long.length(), ...long.items()]).toEqual([0]);
});
