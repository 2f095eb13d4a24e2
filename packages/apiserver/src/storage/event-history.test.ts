import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../objects/api-object.ts';
import { EventHistory } from './event-history.ts';
import { Store } from './store.ts';
import { KeptObject, type StorageEvent } from './stored-object.ts';

const MINUTE = 60_000;
const object = (name: string, value = 0): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name, namespace: 'ns' },
  value,
});
const event = (revision: number): StorageEvent => ({
  type: 'ADDED',
  revision,
  current: new KeptObject(object(`o-${revision}`), revision),
  previous: undefined,
});
const revisions = (events: readonly StorageEvent[]): number[] => events.map(({ revision }) => revision);

describe('EventHistory', () => {
  test('keeps as many events as its capacity, and knows the revision from which they are complete', () => {
    const history = new EventHistory(3, 0);
    for (let revision = 1; revision <= 5; revision += 1) history.record(event(revision));
    expect(history.floor).toBe(2);
    expect(revisions(history.since(2))).toEqual([3, 4, 5]);
    expect(revisions(history.since(4))).toEqual([5]);
    expect(history.since(9)).toEqual([]);
  });

  test('keeps the last hundred events, however old they are', () => {
    const history = new EventHistory(1000, 0);
    for (let revision = 1; revision <= 250; revision += 1) history.record(event(revision));
    history.trim(200);
    expect(history.floor).toBe(150);
    expect(history.since(150)).toHaveLength(100);
    history.forget(200);
    expect(history.floor).toBe(200);
    expect(revisions(history.since(200)).at(0)).toBe(201);
  });
});

describe('the history of the store', () => {
  test('returns states of the last five minutes, and forgets those older than ten', () => {
    let now = 0;
    const store = new Store({ historySize: 1000, now: () => now });
    store.create('things', object('a'));
    const first = store.revision;
    now += 4 * MINUTE;
    expect(store.collection('things').floor).toBeLessThan(first);
    now += 2 * MINUTE;
    store.create('things', object('b'));
    const second = store.revision;
    expect(store.collection('things').floor).toBeLessThan(first);
    now += 5 * MINUTE;
    store.create('things', object('c'));
    // The last state at the first compaction is the oldest one that is known after the second.
    expect(store.collection('things').floor).toBe(first);
    now += 60 * MINUTE;
    expect(store.collection('things').floor).toBe(store.revision);
    // There were few events, so that watches can still start before them.
    expect(store.collection('things').eventFloor).toBe(0);
    expect(revisions(store.collection('things').eventsSince(first))).toEqual([second, store.revision]);
  });

  test('keeps the JSON of objects that are no longer stored, and parses it on demand', () => {
    const store = new Store({ historySize: 1000 });
    const big = 12345678901234567890n;
    let stored = store.create('things', { ...object('a'), big })!;
    const before = stored;
    for (let value = 1; value <= 3; value += 1) stored = store.update('things', stored, object('a', value))!;
    expect(before.object).toMatchObject({ value: 0, big, metadata: { resourceVersion: '2' } });
    expect(Object.isFrozen(before.object.metadata)).toBe(true);
    const [oldest] = resultOf(store.collection('things').stateAt(3)).objects;
    expect(oldest?.object).toMatchObject({ value: 1 });
  });

  test('counts the objects that an iteration would return', () => {
    const store = new Store({ historySize: 1000 });
    for (const name of ['d', 'b', 'a', 'c']) store.create('things', object(name));
    const collection = store.collection('things');
    const { revision } = store;
    store.delete('things', collection.get('ns', 'b')!);
    store.create('things', object('e'));
    for (const range of [{}, { namespace: 'ns' }, { namespace: 'other' }, { start: 'ns/b\0' }]) {
      expect(collection.countIn(range)).toBe([...collection.walk(range)].length);
      const { objects, count } = resultOf(collection.stateAt(revision, range));
      expect(count).toBe([...objects].length);
    }
    expect(collection.getAt('ns', 'b', revision)?.name).toBe('b');
    expect(collection.getAt('ns', 'e', revision)).toBeUndefined();
  });

  test('notifies only the listeners whose scope a change is in', () => {
    const collection = new Store({ historySize: 10 });
    const told: string[] = [];
    const follow = (label: string, scope = {}): (() => void) =>
      collection.collection('things').subscribe(({ current }) => told.push(`${label}: ${current.name}`), scope);
    follow('all');
    const stop = follow('namespace', { namespace: 'ns' });
    follow('other', { namespace: 'other' });
    follow('one', { namespace: 'ns', name: 'b' });
    collection.create('things', object('a'));
    collection.create('things', object('b'));
    stop();
    collection.create('things', object('c'));
    expect(told).toEqual(['all: a', 'namespace: a', 'all: b', 'namespace: b', 'one: b', 'all: c']);
  });
});

function resultOf<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
