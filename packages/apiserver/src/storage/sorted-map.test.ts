import { compareUtf8 } from '@kb/apimachinery/codec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SortedMap } from './sorted-map.ts';

const KEYS = ['a', 'a-b', 'a/b', 'b', 'c', '\u{10ffff}', '\uffff'];

describe('SortedMap', () => {
  test('behaves like a sorted array, whatever is added and removed, while chunks fill and empty', () => {
    // Ranges of numbers, so that chunks are split and joined.
    const step = fc.record({
      from: fc.nat(1500),
      count: fc.integer({ min: 1, max: 700 }),
      stride: fc.constantFrom(-1, 1, 7),
      present: fc.boolean(),
    });
    const probes = fc.array(fc.nat(2000), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), probes, (steps, starts) => {
        const map = new SortedMap<number>();
        const model = new Map<string, number>();
        const deleted: [boolean, boolean][] = [];
        for (const [turn, { from, count, stride, present }] of steps.entries()) {
          for (let index = 0; index < count; index += 1) {
            const key = keyOf(Math.abs(from + index * stride));
            if (present) map.set(key, turn);
            else deleted.push([map.delete(key), model.has(key)]);
            if (present) model.set(key, turn);
            else model.delete(key);
          }
          expect(map.size).toBe(model.size);
        }
        for (const [said, was] of deleted) expect(said).toBe(was);
        const sorted = [...model].sort(([a], [b]) => compareUtf8(a, b));
        expect([...map.view()]).toEqual(sorted.map(([, value]) => value));
        for (const start of starts.map(keyOf)) {
          const after = sorted.filter(([key]) => compareUtf8(key, start) >= 0);
          expect([...map.view(start)]).toEqual(after.map(([, value]) => value));
          expect(map.rank(start)).toBe(sorted.length - after.length);
          expect(map.get(start)).toBe(model.get(start));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a view shows the state at its creation, whatever is written while it is read', () => {
    const step = fc.record({ key: fc.nat(600), present: fc.boolean(), looks: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const map = new SortedMap<string>();
        for (let index = 0; index < 600; index += 2) map.set(keyOf(index), keyOf(index));
        const views: { readonly view: Iterable<string>; readonly want: readonly string[] }[] = [];
        const present = new Set(map.view());
        for (const [turn, { key, present: puts, looks }] of steps.entries()) {
          if (looks && turn % 20 === 0) views.push({ view: map.view(), want: [...present].sort() });
          if (puts) map.set(keyOf(key), keyOf(key));
          else map.delete(keyOf(key));
          if (puts) present.add(keyOf(key));
          else present.delete(keyOf(key));
        }
        for (const { view, want } of views) expect([...view]).toEqual(want);
        expect([...map.view()]).toEqual([...present].sort());
      }),
      { numRuns: 50 },
    );
  });

  test('orders keys as UTF-8 does', () => {
    const map = new SortedMap<string>();
    for (const key of KEYS.toReversed()) map.set(key, key);
    expect([...map.view()]).toEqual(KEYS.toSorted(compareUtf8));
    expect([...map.view('a/')]).toEqual(['a/b', 'b', 'c', '\uffff', '\u{10ffff}']);
  });

  test.each([
    ['writes in order', (index: number) => index],
    ['writes in no order', (index: number) => (index * 7919) % 16_384],
  ])('alternating %s and reads take a number of comparisons that grows almost linearly', (_, numberOf) => {
    const comparisons = (count: number): number => {
      let compared = 0;
      const map = new SortedMap<number>((a, b) => {
        compared += 1;
        return compareUtf8(a, b);
      });
      for (let index = 0; index < count; index += 1) {
        map.set(keyOf(numberOf(index)), index);
        const [first] = map.view();
        expect(first).toBeDefined();
        map.rank(keyOf(numberOf(index)));
      }
      for (let index = 0; index < count; index += 1) {
        map.delete(keyOf(numberOf(index)));
        for (const value of map.view()) if (value >= 0) break;
      }
      return compared;
    };
    // A binary search takes one more step if the number doubles.
    expect(comparisons(8000) / comparisons(2000)).toBeLessThan(4 * 1.25);
  });
});

const keyOf = (index: number): string => `k-${String(index).padStart(5, '0')}`;
