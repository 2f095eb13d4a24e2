import type { KubernetesObject } from '@kb/apimachinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { thing } from '../test-support/scripted-source.ts';
import { createIndexer, type Indexer, indexKeyOf, NAMESPACE_INDEX } from './indexer.ts';

const labelled = (name: string, ...teams: string[]): KubernetesObject =>
  thing(name, '1', { labels: Object.fromEntries(teams.map((team) => [team, 'x'])) });
const put = (indexer: Indexer<KubernetesObject>, ...objects: KubernetesObject[]): void => {
  for (const object of objects) indexer.set(indexKeyOf(object), object);
};
const names = (objects: readonly { readonly metadata: { readonly name: string } }[]): string[] =>
  objects.map(({ metadata }) => metadata.name).toSorted();

function withTeams(): Indexer<KubernetesObject> {
  const indexer = createIndexer<KubernetesObject>();
  indexer.addIndex('team', ({ metadata }) => Object.keys(metadata.labels ?? {}));
  return indexer;
}

test('keys have the namespace where there is one', () => {
  const { namespace: _, ...metadata } = thing('a', '1').metadata;
  expect([indexKeyOf(thing('a', '1')), indexKeyOf({ ...thing('a', '1'), metadata })]).toEqual(['default/a', 'a']);
});

test('an index follows adds, updates and deletes, with several values, and keeps no empty set', () => {
  const indexer = withTeams();
  put(indexer, labelled('a', 'red', 'blue'), labelled('b', 'red'), labelled('c'));
  expect([names(indexer.byIndex('team', 'red')), names(indexer.byIndex('team', 'blue'))]).toEqual([['a', 'b'], ['a']]);
  expect(names(indexer.byIndex(NAMESPACE_INDEX, 'default'))).toEqual(['a', 'b', 'c']);
  put(indexer, labelled('a', 'green'));
  expect([names(indexer.byIndex('team', 'red')), indexer.indexValues('team').toSorted()]).toEqual([
    ['b'],
    ['green', 'red'],
  ]);
  indexer.delete('default/b');
  indexer.delete('default/none');
  expect([names(indexer.byIndex('team', 'red')), indexer.indexValues('team')]).toEqual([[], ['green']]);
});

test('an index includes existing objects, and can be removed', () => {
  const indexer = createIndexer<KubernetesObject>();
  put(indexer, labelled('a', 'red'));
  indexer.addIndex('name', ({ metadata }) => [metadata.name]);
  expect(names(indexer.byIndex('name', 'a'))).toEqual(['a']);
  expect(() => indexer.addIndex('name', () => [])).toThrow('index "name" of objects is there already');
  indexer.removeIndex('name');
  indexer.removeIndex('none');
  expect(() => indexer.byIndex('name', 'a')).toThrow('there is no index "name"');
  expect(() => indexer.indexValues('name')).toThrow('there is no index "name"');
  expect(() =>
    indexer.addIndex('broken', () => {
      throw new Error('bad function');
    }),
  ).toThrow('bad function');
  expect(() => indexer.byIndex('broken', 'a')).toThrow('there is no index "broken"');
});

test('the error for a missing index names the resource and its indexes', () => {
  const indexer = createIndexer<KubernetesObject>({ resource: 'buckets' });
  indexer.addIndex('zone', () => []);
  expect(() => indexer.byIndex('site', 'a')).toThrow(
    'there is no index "site" of buckets, which have "namespace", "zone": describe it with .indexes(…)',
  );
});

test('an object for which the index function throws is in no index, and the others are', () => {
  const failures: string[] = [];
  const indexer = createIndexer<KubernetesObject>({
    onFailure: (error, index, key) => failures.push(`${index} ${key}: ${String(error)}`),
  });
  indexer.addIndex('picky', ({ metadata }) => {
    if (metadata.name === 'bad') throw new Error('no');
    return [metadata.name];
  });
  put(indexer, labelled('bad'), labelled('good'));
  expect([indexer.size, indexer.indexValues('picky'), failures]).toEqual([
    2,
    ['good'],
    ['picky default/bad: Error: no'],
  ]);
  indexer.delete('default/bad');
  expect([indexer.size, failures.length]).toEqual([1, 2]);
});

test.each<[unknown, string]>([
  [undefined, 'undefined'],
  [null, 'null'],
  ['red', '"red"'],
  [new Set(['red']), 'an object'],
  [Promise.resolve(['red']), 'an object'],
  [[3], 'a list with 3'],
  [['red', undefined], 'a list with undefined'],
])('an index function that returns %o is treated like one that throws', (answer, words) => {
  const failures: string[] = [];
  const indexer = createIndexer<KubernetesObject>({
    resource: 'buckets',
    onFailure: (error, index, key) => failures.push(`${index} ${key}: ${String(error)}`),
  });
  // Untyped programs may return this.
  const values = ({ metadata }: { readonly metadata: { readonly name: string } }): string[] =>
    metadata.name === 'bad' ? (answer as string[]) : ['red'];
  indexer.addIndex('picky', values);
  put(indexer, labelled('bad'), labelled('good'));
  const told = `picky default/bad: TypeError: index "picky" of buckets must return a list of strings, got ${words}`;
  expect([indexer.size, names(indexer.byIndex('picky', 'red')), failures]).toEqual([2, ['good'], [told]]);
  expect([indexer.valuesOf('picky', labelled('bad')), indexer.valuesOf('picky', labelled('good'))]).toEqual([
    [],
    ['red'],
  ]);
  expect(() => indexer.addIndex('late', values)).toThrow('index "late" of buckets must return a list of strings');
  indexer.replace(new Map([['default/bad', labelled('bad')]]));
  expect([indexer.indexValues('picky'), failures]).toEqual([[], [told, told]]);
});

test('after any changes, every index has the objects that a search through all objects finds', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const object = fc
    .tuple(name, fc.subarray(['red', 'green', 'blue']))
    .map(([named, teams]) => labelled(named, ...teams));
  const step = fc.oneof(
    fc.record({ set: object }),
    fc.record({ delete: name }),
    fc.record({ replace: fc.uniqueArray(object, { selector: ({ metadata }) => metadata.name }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const indexer = withTeams();
      const model = new Map<string, KubernetesObject>();
      const replaced: unknown[] = [];
      const wantReplaced: unknown[] = [];
      for (const each of steps) {
        if ('set' in each) {
          put(indexer, each.set);
          model.set(indexKeyOf(each.set), each.set);
        } else if ('delete' in each) {
          indexer.delete(`default/${each.delete}`);
          model.delete(`default/${each.delete}`);
        } else {
          const content = new Map(each.replace.map((made) => [indexKeyOf(made), made]));
          wantReplaced.push(new Map(model));
          replaced.push(indexer.replace(new Map(content)));
          model.clear();
          for (const [key, made] of content) model.set(key, made);
        }
        expect(replaced).toEqual(wantReplaced);
        expect([...indexer.values()]).toHaveLength(model.size);
        const used = new Set<string>();
        for (const team of ['red', 'green', 'blue']) {
          const want = [...model.values()].filter(({ metadata }) => team in (metadata.labels ?? {}));
          if (want.length > 0) used.add(team);
          expect(names(indexer.byIndex('team', team))).toEqual(names(want));
        }
        expect(new Set(indexer.indexValues('team'))).toEqual(used);
      }
    }),
  );
});
