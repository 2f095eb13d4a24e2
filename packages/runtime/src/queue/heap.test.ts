import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeap } from './heap.ts';

interface Item {
  readonly value: number;
  place: number;
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('push' as const), value: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pop' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), which: fc.nat(50) }) },
);

test('the least item comes first after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const heap = createHeap<Item>(
        (a, b) => a.value < b.value,
        (item, place) => {
          item.place = place;
        },
      );
      let items: Item[] = [];
      const handedOut: (number | undefined)[] = [];
      const wanted: (number | undefined)[] = [];
      const least = (): number | undefined => items.map(({ value }) => value).toSorted((a, b) => a - b)[0];
      for (const one of steps) {
        if (one.type === 'push') {
          const item = { value: one.value, place: -1 };
          items.push(item);
          heap.push(item);
        } else if (one.type === 'pop') {
          wanted.push(least());
          const popped = heap.pop();
          handedOut.push(popped?.value);
          items = items.filter((item) => item !== popped);
        } else {
          const item = items[one.which % Math.max(1, items.length)];
          items = items.filter((other) => other !== item);
          if (item) heap.removeAt(item.place);
        }
        expect(handedOut).toEqual(wanted);
        expect([heap.size, heap.peek()?.value]).toEqual([items.length, least()]);
      }
      const rest: number[] = [];
      for (let item = heap.pop(); item; item = heap.pop()) rest.push(item.value);
      expect(rest).toEqual(items.map(({ value }) => value).toSorted((a, b) => a - b));
    }),
  );
});
