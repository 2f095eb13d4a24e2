import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../objects/object-text.ts';
import type { ApiObject } from '../objects/api-object.ts';
import type { Collection } from './collection.ts';
import { EventHistory } from './event-history.ts';
import { HistoryBudget } from './history-budget.ts';
import { Store } from './store.ts';
import { KeptObject, type StoredObject } from './stored-object.ts';

const object = (name: string, text: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name },
  text,
});

/** Returns the length of the JSON that only a history holds. */
function heldBy(collection: Collection): number {
  const versions = new Set<StoredObject>();
  for (const { type, current, previous } of collection.eventsSince(collection.eventFloor)) {
    if (previous) versions.add(previous);
    if (type === 'DELETED') versions.add(current);
  }
  return [...versions].reduce((sum, stored) => sum + textOf(stored.object).length, 0);
}

describe('the bytes of histories', () => {
  test('do not grow with the number of writes', () => {
    const store = new Store({ historySize: 10_000, historyBytes: 100_000 });
    let stored = store.create('things', object('a', 'x'.repeat(10_000)));
    const held: number[] = [];
    for (let write = 0; write < 1000; write += 1) {
      stored = stored && store.update('things', stored, object('a', `${write}${'x'.repeat(10_000)}`));
      held.push(heldBy(store.collection('things')));
    }
    expect(Math.max(...held)).toBeLessThanOrEqual(100_000);
    // The history uses the room that it has.
    expect(held.at(-1)).toBeGreaterThan(80_000);
    const { floor, eventFloor } = store.collection('things');
    expect(floor).toBe(eventFloor);
    expect(store.collection('things').eventsSince(eventFloor)).toHaveLength(store.revision - eventFloor);
  });

  test('are limited for all resources together, and the one that holds the most forgets first', () => {
    const store = new Store({ historySize: 10_000, historyBytes: 100_000 });
    const quiet = store.create('quiet', object('a', 'x'.repeat(1000)));
    if (quiet) store.update('quiet', quiet, object('a', 'y'));
    for (const id of ['one', 'two']) {
      for (let write = 0; write < 100; write += 1) {
        const stored = store.create(id, object('a', 'x'.repeat(5000)));
        if (stored) store.delete(id, stored);
      }
    }
    const [one, two] = ['one', 'two'].map((id) => heldBy(store.collection(id)));
    expect((one ?? 0) + (two ?? 0)).toBeLessThanOrEqual(100_000);
    expect(Math.abs((one ?? 0) - (two ?? 0))).toBeLessThanOrEqual(11_000);
    expect(store.collection('quiet').eventFloor).toBe(0);
  });

  test('are counted exactly, whichever events are recorded, weighed and dropped', () => {
    const step = fc.record({
      history: fc.nat({ max: 2 }),
      what: fc.constantFrom('record' as const, 'record and weigh' as const, 'trim' as const, 'forget' as const),
      length: fc.nat({ max: 3000 }),
      back: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = new HistoryBudget(10_000);
        const histories = [3, 8, 1000].map((capacity) => new EventHistory(capacity, 0, budget));
        for (const [index, { history: which, what, length, back }] of steps.entries()) {
          const history = histories[which];
          const revision = index + 1;
          if (what === 'trim') history?.trim(revision - back);
          else if (what === 'forget') history?.forget(revision - back);
          else {
            const current = new KeptObject(object('a', ''), revision);
            const event = { type: 'ADDED', revision, current, previous: undefined } as const;
            history?.record(event);
            if (what === 'record and weigh') history?.weigh(event, length);
          }
          const held = histories.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(budget.bytes).toBe(held);
          expect(held).toBeLessThanOrEqual(10_000);
          for (const { bytes, floor, since } of histories.map((each) => ({
            bytes: each.bytes,
            floor: each.floor,
            since: each.since(each.floor).length,
          })))
            expect(bytes >= since * 256 && (bytes === 0) === (since === 0), `floor ${floor}`).toBe(true);
        }
      }),
    );
  });
});
