import type { KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { scriptedEntry } from '../test-support/scripted-entry.ts';
import { added, deleted, scriptedSource, thing, thingList } from '../test-support/scripted-source.ts';
import { startCachedResource as start } from '../test-support/cached-resource-setting.ts';

describe('the indexes of a cached resource', () => {
  test('an index follows adds, changes and deletes, and includes existing objects', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1', { labels: { app: 'x' } })]));
    const { clock, held, stop } = await start({ '*': source });
    held.addIndex('app', (object) => Object.values(object.metadata.labels ?? {}));
    const at = (value: string): string[] => held.byIndex('app', value).map((object) => object.metadata.name);
    expect(at('x')).toEqual(['a']);
    source
      .watch0()
      .send(added(thing('a', '6', { labels: { app: 'y' } })), added(thing('b', '7', { labels: { app: 'x' } })));
    await clock.settle();
    expect([at('x'), at('y')]).toEqual([['b'], ['a']]);
    source.watch0().send(deleted(thing('b', '8')));
    await clock.settle();
    expect(at('x')).toEqual([]);
    expect(() => held.addIndex('app', () => [])).toThrow('there already');
    await stop();
  });

  test('several indexes are read together, with namespace, labels and a limit', async () => {
    const labelled = (name: string, namespace: string, size: string, color: string): KubernetesObject =>
      thing(name, '1', { namespace, labels: { size, color } });
    const source = scriptedSource(
      thingList('5', [
        labelled('a', 'one', 'small', 'red'),
        labelled('b', 'one', 'small', 'blue'),
        labelled('c', 'two', 'small', 'red'),
        labelled('d', 'two', 'large', 'red'),
      ]),
    );
    const { held, names, stop } = await start({ '*': source }, (made) => {
      for (const index of ['size', 'color']) made.addIndex(index, ({ metadata }) => [metadata.labels?.[index] ?? '']);
    });
    expect(names({ matchingFields: { size: 'small' } })).toEqual(['a@1', 'b@1', 'c@1']);
    expect(names({ matchingFields: { size: 'small', color: 'red' } })).toEqual(['a@1', 'c@1']);
    expect(names({ matchingFields: { size: 'small', color: 'red' }, namespace: 'two' })).toEqual(['c@1']);
    expect(names({ matchingFields: { color: 'red' }, labelSelector: 'size=large' })).toEqual(['d@1']);
    expect(names({ matchingFields: { color: 'none', size: 'small' } })).toEqual([]);
    expect(held.list({ limit: 3 })).toHaveLength(3);
    expect(held.list({ limit: 1, matchingFields: { size: 'small' } })).toHaveLength(1);
    expect(() => held.list({ matchingFields: { shape: 'round' } })).toThrow('there is no index "shape"');
    held.recordWrite(labelled('c', 'two', 'large', 'blue'));
    held.recordWrite({
      ...labelled('e', 'two', 'small', 'red'),
      metadata: { ...labelled('e', 'two', 'small', 'red').metadata, resourceVersion: '9' },
    });
    expect(names({ matchingFields: { size: 'small', color: 'red' } })).toEqual(['a@1', 'c@1', 'e@9']);
    await stop();
  });

  test('an index is removed with the user that added it; the same function under the same name is one index', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1')]));
    const { entry, held, run, stop } = scriptedEntry({ '*': source });
    await run();
    const other = entry.hold(false, () => undefined);
    const byName = ({ metadata }: { readonly metadata: { readonly name: string } }): string[] => [metadata.name];
    other.addIndex('name', byName);
    held.addIndex('name', byName);
    expect(() => held.addIndex('name', () => [])).toThrow('with another function');
    expect(held.byIndex('name', 'a')).toHaveLength(1);
    other.release();
    expect(() => held.byIndex('name', 'a')).toThrow('there is no index "name"');
    await stop();
  });

  test('an index that fails for a held object is not added, and can be added again', async () => {
    const one = scriptedSource(thingList('5', [thing('a', '1', { namespace: 'one' })]));
    const two = scriptedSource(thingList('6', [thing('b', '2', { namespace: 'two' })]));
    const { held, stop } = await start({ one, two });
    const fails = ({ metadata }: { readonly metadata: { readonly namespace?: string | undefined } }): string[] => {
      if (metadata.namespace === 'two') throw new Error('not there');
      return ['x'];
    };
    expect(() => held.addIndex('late', fails)).toThrow('not there');
    expect(() => held.byIndex('late', 'x')).toThrow('there is no index "late"');
    held.addIndex('late', () => ['x']);
    expect(held.byIndex('late', 'x')).toHaveLength(2);
    expect(() => held.addIndex('namespace', () => [])).toThrow('is there already');
    expect(held.list({ namespace: 'two' })).toHaveLength(1);
    await stop();
  });

  test('a list succeeds when an index function fails for some objects', async () => {
    const source = scriptedSource(thingList('5', [thing('bad', '1'), thing('good', '2')]));
    const { held, names, stop } = await start({ '*': source }, (made) => {
      made.addIndex('picky', ({ metadata }) => {
        if (metadata.name !== 'good') throw new Error('no');
        return ['x'];
      });
    });
    expect(names({ namespace: 'default', matchingFields: { picky: 'x' } })).toEqual(['good@2']);
    held.recordWrite(thing('worse', '6'));
    expect(names({ matchingFields: { picky: 'x' } })).toEqual(['good@2']);
    await stop();
  });
});
