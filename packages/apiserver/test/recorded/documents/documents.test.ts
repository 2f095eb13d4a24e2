import { expect, test } from 'vitest';
import { compareDocuments } from './compare-documents.ts';
import { different, type LeftOut, leftOut } from './left-out.ts';

const used = new Set<LeftOut>();
const results = await compareDocuments(undefined, used);

test.each(results)('$name: the same as on the real API server', ({ failures }) => {
  expect(failures).toEqual([]);
});

test('compares every document', () => {
  expect(results.length).toBeGreaterThan(70);
  expect(results.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThan(2800);
});

test('needs every exception', () => {
  expect([...leftOut, ...different].filter((reason) => !used.has(reason))).toEqual([]);
});
