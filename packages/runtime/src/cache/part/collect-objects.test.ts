import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIndexer, type IndexedKeys, type Indexer, indexKeyOf } from '../../informer/indexer.ts';
import { thing } from '../../test-support/scripted-source.ts';
import type { CacheListOptions } from '../read/cache-reader.ts';
import { collectObjects, type PartContent } from './collect-objects.ts';
import { createPendingWrites, type PendingWrites } from './pending-writes.ts';

interface Content extends PartContent<KubernetesObject> {
  readonly indexer: Indexer<KubernetesObject>;
  readonly pending: PendingWrites<KubernetesObject>;
}

const colors = ({ metadata }: DeepReadonly<KubernetesObject>): string[] =>
  metadata.labels?.['color'] === undefined ? [] : [metadata.labels['color']];
const sizes = ({ metadata }: DeepReadonly<KubernetesObject>): string[] => Object.keys(metadata.labels ?? {});

/** An empty store that is complete up to version 1000. */
function emptyContent(namespace = ''): Content {
  const indexer = createIndexer<KubernetesObject>();
  const pending = createPendingWrites<KubernetesObject>(() => 0);
  for (const [name, values] of Object.entries({ color: colors, label: sizes })) {
    indexer.addIndex(name, values);
    pending.addIndex(name, (object) => indexer.valuesOf(name, object));
  }
  return { namespace, indexer, pending, storeVersion: () => '1000', copies: false };
}

function listed(content: PartContent<KubernetesObject>, list: CacheListOptions): DeepReadonly<KubernetesObject>[] {
  const found: DeepReadonly<KubernetesObject>[] = [];
  collectObjects(content, list, found);
  return found;
}

const keysOf = (objects: readonly DeepReadonly<KubernetesObject>[]): string[] =>
  objects.map((object) => `${indexKeyOf(object)}@${object.metadata.resourceVersion}`);

/** The same content, which counts the objects that are read. */
function counting(content: Content): { readonly content: PartContent<KubernetesObject>; readonly looks: () => number } {
  const { indexer, pending } = content;
  let looks = 0;
  function* each<T>(walked: Iterable<T>): Generator<T, undefined> {
    for (const one of walked) {
      looks += 1;
      yield one;
    }
    return undefined;
  }
  const counted = (keys: IndexedKeys): IndexedKeys => ({
    size: keys.size,
    has: (key) => keys.has(key),
    [Symbol.iterator]: () => each(keys),
  });
  return {
    looks: () => looks,
    content: {
      ...content,
      indexer: {
        get: (key) => indexer.get(key),
        valuesOf: (name, object) => indexer.valuesOf(name, object),
        keys: () => each(indexer.keys()),
        values: () => each(indexer.values()),
        indexKeys: (name, value) => counted(indexer.indexKeys(name, value)),
      },
      pending: {
        ...pending,
        isEmpty: pending.isEmpty,
        size: pending.size,
        writtenKeys: () => each(pending.writtenKeys()),
        writtenKeysWith: (index, value) => counted(pending.writtenKeysWith(index, value)),
      },
    },
  };
}

/** A store with this many objects, ten of each color, and writes of this process that it has not seen. */
function filled(objects: number, writes: number): Content {
  const content = emptyContent();
  const colored = (index: number, version: number): KubernetesObject =>
    thing(`o-${index}`, String(version), { labels: { color: `c-${Math.floor(index / 10)}` } });
  for (let index = 0; index < objects; index += 1) {
    const object = colored(index, 1);
    content.indexer.set(indexKeyOf(object), object);
  }
  // New ones, and others of all colors.
  for (let write = 0; write < writes; write += 1) {
    const object = colored(write % 2 === 0 ? objects + write : Math.floor((write * objects) / writes), 2000 + write);
    content.pending.record(object.metadata, object, '1000');
  }
  return content;
}

describe('a list reads few objects', () => {
  test.each<[string, CacheListOptions, number]>([
    ['of everything, limited', { limit: 10 }, 10],
    ['of a namespace, limited', { namespace: 'default', limit: 10 }, 10],
    ['of an index', { matchingFields: { color: 'c-3' } }, 10],
    ['of an index and a namespace', { namespace: 'default', matchingFields: { color: 'c-3' } }, 10],
    ['of two indexes, of which one has them all', { matchingFields: { label: 'color', color: 'c-3' } }, 10],
  ])('%s: as many as it returns, however many there are', (_, list, wanted) => {
    for (const objects of [100, 1000, 10_000]) {
      const { content, looks } = counting(filled(objects, 0));
      expect(listed(content, list)).toHaveLength(wanted);
      // One more shows that the limit is reached.
      expect(looks()).toBeLessThanOrEqual(wanted + 1);
    }
  });

  test.each<[string, CacheListOptions]>([
    ['of everything, limited', { limit: 10 }],
    ['of a namespace, limited', { namespace: 'default', limit: 10 }],
    ['of an index', { matchingFields: { color: 'c-3' } }],
    ['of an index, limited', { matchingFields: { color: 'c-3' }, limit: 1 }],
  ])('%s: only those of its index, with any number of pending writes', (_, list) => {
    for (const objects of [1000, 10_000]) {
      const { content, looks } = counting(filled(objects, objects / 10));
      expect(listed(content, list).length).toBeGreaterThan(0);
      // Ten of a color, and one write to an object of a color.
      expect(looks()).toBeLessThanOrEqual(12);
    }
  });

  test('all of them deleted by this process: each once', () => {
    const own = filled(1000, 0);
    for (const key of [...own.indexer.keys()].slice(0, 900)) {
      const object = own.indexer.get(key);
      if (object) own.pending.recordDelete(key, object.metadata.uid, object);
    }
    const { content, looks } = counting(own);
    expect(listed(content, { namespace: 'default', limit: 10 })).toHaveLength(10);
    expect(looks()).toBeLessThanOrEqual(911);
  });
});

const object = fc
  .record({
    name: fc.integer({ min: 0, max: 30 }),
    namespace: fc.constantFrom('one', 'two'),
    color: fc.constantFrom('red', 'blue', undefined),
    version: fc.integer({ min: 1, max: 2000 }),
    uid: fc.constantFrom('a', 'b'),
  })
  .map(({ name, namespace, color, version, uid }) =>
    thing(`o-${name}`, String(version), { namespace, uid, ...(color !== undefined && { labels: { color } }) }),
  );
const change = fc.record({
  what: fc.constantFrom(
    'store' as const,
    'remove' as const,
    'write' as const,
    'unknown' as const,
    'unselected' as const,
    'delete' as const,
  ),
  object,
});
const list = fc.record(
  {
    namespace: fc.constantFrom('one', 'two', 'none'),
    labelSelector: fc.constantFrom('color=red', '!color'),
    matchingFields: fc.constantFrom<Record<string, string>>({ color: 'red' }, { label: 'color', color: 'blue' }, {}),
  },
  { requiredKeys: [] },
);

describe('a list with pending writes', () => {
  test('equals the reads of each object, and with a limit the first of them', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), list, fc.nat({ max: 40 }), (changes, options, limit) => {
        const content = emptyContent();
        const keys = new Set<string>();
        for (const { what, object: one } of changes) {
          const key = indexKeyOf(one);
          keys.add(key);
          if (what === 'store') content.indexer.set(key, one);
          else if (what === 'remove') content.indexer.delete(key);
          else if (what === 'delete') content.pending.recordDelete(key, one.metadata.uid, content.indexer.get(key));
          else
            content.pending.record(
              one.metadata,
              what === 'unselected' ? undefined : what === 'unknown' ? 'unknown' : one,
              '1000',
            );
        }
        const limited = listed(content, { ...options, limit });
        const full = listed(content, options);
        expect(keysOf(limited)).toEqual(keysOf(full.slice(0, limit)));
        const wanted = [...keys]
          .map((key) => content.pending.newest(key, content.indexer.get(key), '1000'))
          .filter((one) => one !== undefined)
          .filter(({ metadata: { namespace, labels } }) => {
            if (options.namespace && namespace !== options.namespace) return false;
            if (options.labelSelector === 'color=red' && labels?.['color'] !== 'red') return false;
            if (options.labelSelector === '!color' && labels?.['color'] !== undefined) return false;
            const fields = options.matchingFields ?? {};
            return fields['color'] === undefined || labels?.['color'] === fields['color'];
          });
        expect(keysOf(full).toSorted()).toEqual(keysOf(wanted).toSorted());
      }),
      { numRuns: 300 },
    );
  });
});
