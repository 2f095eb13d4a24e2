import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../objects/api-object.ts';
import { Store } from './store.ts';
import type { StoredObject } from './stored-object.ts';

const object = (name: string, namespace = 'ns', value = 0): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name, namespace },
  value,
});
const keysOf = (store: Store, range = {}): string[] =>
  [...store.collection('things').walk(range)].map(({ key }) => key);

describe('Store', () => {
  test('raises one revision for all resources, and writes it into the objects', () => {
    const store = new Store({ historySize: 10 });
    const first = store.create('things', object('a'));
    const other = store.create('others', object('a'));
    expect([first?.object.metadata.resourceVersion, other?.object.metadata.resourceVersion]).toEqual(['2', '3']);
    expect(store.revision).toBe(3);
  });

  test('refuses a second object with the same name, and changes of versions that are no longer stored', () => {
    const store = new Store({ historySize: 10 });
    const first = store.create('things', object('a'))!;
    expect(store.create('things', object('a'))).toBeUndefined();
    const second = store.update('things', first, object('a', 'ns', 1))!;
    expect(store.update('things', first, object('a', 'ns', 2))).toBeUndefined();
    expect(store.delete('things', first)).toBeUndefined();
    expect(store.delete('things', second)?.object).toMatchObject({ value: 1, metadata: { resourceVersion: '4' } });
    expect(store.collection('things').size).toBe(0);
  });

  test('freezes what it stores', () => {
    const stored = new Store({ historySize: 10 }).create('things', object('a'))!;
    expect(Object.isFrozen(stored.object)).toBe(true);
    expect(Object.isFrozen(stored.object.metadata)).toBe(true);
  });

  test('iterates in the order of the keys, also if one namespace is a prefix of another', () => {
    const store = new Store({ historySize: 10 });
    for (const [namespace, name] of [
      ['a', 'x'],
      ['a-b', 'y'],
      ['b', 'a'],
      ['a', 'b'],
    ] as const)
      store.create('things', object(name, namespace));
    expect(keysOf(store)).toEqual(['a-b/y', 'a/b', 'a/x', 'b/a']);
    expect(keysOf(store, { namespace: 'a' })).toEqual(['a/b', 'a/x']);
    expect(keysOf(store, { start: 'a/b\0' })).toEqual(['a/x', 'b/a']);
  });

  test('notifies listeners of changes in order, also of those that a listener makes', () => {
    const store = new Store({ historySize: 10 });
    const told: string[] = [];
    const collection = store.collection('things');
    collection.subscribe(({ type, current }) => {
      if (type === 'ADDED' && current.name === 'a') store.create('things', object('b'));
    });
    collection.subscribe(({ type, current }) => told.push(`${type} ${current.name}`));
    store.create('things', object('a'));
    expect(told).toEqual(['ADDED a', 'ADDED b']);
  });

  test('keeps a limited number of events, and knows the revision from which they are complete', () => {
    const store = new Store({ historySize: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) store.create('things', object(name));
    const collection = store.collection('things');
    expect(collection.floor).toBe(3);
    expect(collection.eventsSince(4).map(({ current }) => current.name)).toEqual(['d', 'e']);
    store.compact();
    expect(collection.floor).toBe(store.revision);
    expect(collection.eventsSince(collection.floor)).toEqual([]);
  });

  test('returns every older state that its history covers', () => {
    const operation = fc.record({
      kind: fc.constantFrom('put', 'delete'),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      namespace: fc.constantFrom('m', 'n'),
    });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const store = new Store({ historySize: 100 });
        const collection = store.collection('things');
        const states = new Map([[store.revision, keysAndValues(store)]]);
        for (const [index, { kind, name, namespace }] of operations.entries()) {
          const present = collection.get(namespace, name);
          if (kind === 'put') {
            if (present) store.update('things', present, object(name, namespace, index));
            else store.create('things', object(name, namespace, index));
          } else if (present) store.delete('things', present);
          states.set(store.revision, keysAndValues(store));
        }
        const ranges = [{}, { namespace: 'm' }, { start: 'm/c' }, { namespace: 'n', start: 'n/b' }];
        const workings = [...states].flatMap(([revision, state]) =>
          ranges.map((range) => ({ state, range, working: collection.stateAt(revision, range) })),
        );
        // Changes made meanwhile must not show in the older states.
        for (const stored of collection.walk()) store.delete('things', stored);
        store.create('things', object('e', 'm'));
        for (const { state, range, working } of workings) {
          const { objects, count } = resultOf(working);
          const expected = state.filter(
            (text) => text.startsWith(range.namespace ?? '') && text >= (range.start ?? ''),
          );
          expect(namesAndValues(objects)).toEqual(expected);
          expect(count).toBe(expected.length);
        }
      }),
    );
  });
});

function keysAndValues(store: Store): string[] {
  return namesAndValues(store.collection('things').walk());
}

function namesAndValues(objects: Iterable<StoredObject>): string[] {
  return Array.from(objects, ({ key, object: { value } }) => `${key}=${String(value)}`);
}

function resultOf<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
