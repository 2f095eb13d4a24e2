import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentVersions } from './recent-versions.ts';
import { KeptObject } from './stored-object.ts';

test('keeps the objects of the last versions up to a total length of JSON, and always the last one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (lengths) => {
      const recent = new RecentVersions(100);
      const kept: number[] = [];
      for (const [index, length] of lengths.entries()) {
        kept.push(index);
        recent.add({ text: 'x'.repeat(length), forgetObject: () => void kept.splice(kept.indexOf(index), 1) });
        let want = length;
        let first = index;
        while (first > 0 && want + (lengths[first - 1] ?? 0) <= 100) want += lengths[(first -= 1)] ?? 0;
        expect(kept).toEqual(Array.from({ length: index - first + 1 }, (_, offset) => first + offset));
      }
      kept.length = 0;
      recent.add({ text: 'x'.repeat(1000), forgetObject: () => kept.push(-1) });
      expect(kept).not.toContain(-1);
    }),
  );
});

test('a version that is no longer stored keeps its object while it is recent, and parses its JSON after that', () => {
  const recent = new RecentVersions(1000);
  const version = (name: string): KeptObject =>
    new KeptObject({ apiVersion: 'v1', kind: 'Thing', metadata: { name }, text: 'x'.repeat(600) }, 1);
  const first = version('a');
  const { object } = first;
  expect(first.retire(recent)).toBe(JSON.stringify(object).length);
  expect(first.retire(recent)).toBe(0);
  expect(first.object).toBe(object);
  version('b').retire(recent);
  const again = first.object;
  expect(again).not.toBe(object);
  expect(again).toEqual(object);
  expect(first.object).toBe(again);
});
