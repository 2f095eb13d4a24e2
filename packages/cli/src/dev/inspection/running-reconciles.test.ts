import { expect, test } from 'vitest';
import { createRunningReconciles } from './running-reconciles.ts';

const run = (reconcileID: string) => ({ reconcileID, controller: 'shop', key: { name: reconcileID }, time: 1 });
const began = (id: string) => ({ type: 'reconcile-began', causes: [], attempt: 0, priority: 0, ...run(id) }) as const;
const ended = (id: string) => ({ type: 'reconcile-ended', durationMs: 1, result: 'success', ...run(id) }) as const;

test('reconciles that have begun and not ended are known, the latest first', () => {
  const { add, list } = createRunningReconciles();
  for (const id of ['a', 'b', 'c']) add(began(id));
  add(ended('b'));
  expect(list()).toEqual([
    { reconcileID: 'c', controller: 'shop', key: { name: 'c' } },
    { reconcileID: 'a', controller: 'shop', key: { name: 'a' } },
  ]);
});

test('after records were dropped, nothing is known, and records without an end take bounded memory', () => {
  const { add, list } = createRunningReconciles();
  for (let id = 0; id < 1500; id += 1) add(began(String(id)));
  expect([list().length, list()[0]?.reconcileID]).toEqual([1000, '1499']);
  add({ type: 'dropped', time: 1, records: 1, runs: 0 });
  expect(list()).toEqual([]);
});
