import { expired, type KubernetesObject, StatusError, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { scriptedEntry } from '../test-support/scripted-entry.ts';
import {
  added,
  bookmark,
  deleted,
  modified,
  scriptedSource,
  type ScriptedSource,
  thing,
  thingList,
} from '../test-support/scripted-source.ts';
import { CacheStoppedError, NamespaceNotCachedError } from './cache-errors.ts';
import type { CacheListOptions } from './cache-reader.ts';
import type { CacheSelection } from './cache-options.ts';
import type { HeldResource } from './cached-resource.ts';
import { stripManagedFields } from './strip-managed-fields.ts';

interface Setting {
  readonly clock: VirtualClock;
  readonly held: HeldResource<KubernetesObject>;
  readonly names: (options?: CacheListOptions) => string[];
  readonly stop: () => Promise<void>;
}

async function start(
  sources: Record<string, ScriptedSource>,
  before: (held: Setting['held']) => void = () => undefined,
  selection: CacheSelection = {},
): Promise<Setting> {
  const { clock, held, run, stop } = scriptedEntry(sources, selection);
  before(held);
  await run();
  return {
    clock,
    held,
    names: (options) =>
      held
        .list(options)
        .map((object) => `${object.metadata.name}@${object.metadata.resourceVersion}`)
        .sort(),
    stop,
  };
}

/** What a promise rejects with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('cached resource', () => {
  test('reads by key, namespace, labels and index', async () => {
    const source = scriptedSource(
      thingList('5', [
        thing('a', '1', { labels: { app: 'x' } }),
        thing('b', '2', { labels: { app: 'y' } }),
        thing('c', '3', { namespace: 'other' }),
      ]),
    );
    const { held, names, stop } = await start({ '*': source }, (made) => {
      made.addIndex('app', (object) => (object.metadata.labels?.app ? [object.metadata.labels.app] : []));
    });
    expect(held.get('default/a')?.metadata.resourceVersion).toBe('1');
    expect(held.get({ namespace: 'other', name: 'c' })?.metadata.name).toBe('c');
    expect(held.get('default/none')).toBeUndefined();
    expect(names()).toEqual(['a@1', 'b@2', 'c@3']);
    expect(names({ namespace: 'default' })).toEqual(['a@1', 'b@2']);
    expect(names({ labelSelector: 'app in (x,z)' })).toEqual(['a@1']);
    expect(held.byIndex('app', 'y').map((object) => object.metadata.name)).toEqual(['b']);
    expect(() => held.byIndex('none', 'y')).toThrow('there is no index "none"');
    expect(() => held.list({ labelSelector: '===' })).toThrow("found '=='");
    await stop();
  });

  test.each([
    ['a', 'things are namespaced: expected { namespace, name } or "namespace/name", got no namespace in "a"'],
    [
      { name: 'a' },
      'things are namespaced: expected { namespace, name } or "namespace/name", got no namespace in {"name":"a"}',
    ],
    ['a/b/c', '"a/b/c" is not an object key'],
    [undefined, 'undefined is not an object key: expected { namespace, name }, or "namespace/name"'],
    [{ namespace: 'default' }, '{"namespace":"default"} is not an object key'],
  ])('a key that can name no object is refused, not answered as if it were gone: %j', async (key, words) => {
    const { held, stop } = await start({ '*': scriptedSource(thingList('5', [thing('a', '1')])) });
    expect(() => held.get(key as string)).toThrow(words);
    expect(() => held.get(key as string)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^KB_(?:NAMESPACE_REQUIRED|INVALID_OBJECT_KEY)$/) }),
    );
    await stop();
  });

  test('an index follows adds, changes and deletes, and covers what was there before it', async () => {
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

  test('is at least as new as what was written, until the watch has passed it', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '5', { labels: { app: 'x' } })]));
    const { clock, held, names, stop } = await start({ '*': source }, (made) => {
      made.addIndex('app', (object) => Object.values(object.metadata.labels ?? {}));
    });
    held.recordWrite(thing('a', '7', { labels: { app: 'y' } }));
    held.recordWrite(thing('new', '8'));
    expect(held.get('default/a')?.metadata.resourceVersion).toBe('7');
    expect(Object.isFrozen(held.get('default/a')?.metadata)).toBe(true);
    expect(names()).toEqual(['a@7', 'new@8']);
    expect(held.byIndex('app', 'x')).toEqual([]);
    // The watch brings the first of both: the second is still only ours.
    source.watch0().send(added(thing('a', '7', { labels: { app: 'y' } })));
    await clock.settle();
    expect(names()).toEqual(['a@7', 'new@8']);
    // It passes the second without having brought it: deleted meanwhile.
    source.watch0().send(bookmark('9'));
    await clock.settle();
    expect(names()).toEqual(['a@7']);
    await stop();
  });

  describe('of a server whose backup was restored', () => {
    const restored = thingList('20', [thing('kept', '10')]);

    /** A cache that wrote in a history that is no more, and has listed the one that is. */
    async function restore(): Promise<Setting & { readonly source: ScriptedSource }> {
      const source = scriptedSource(thingList('50', [thing('kept', '10')]), restored);
      const setting = await start({ '*': source });
      setting.held.recordWrite(thing('phantom', '60'));
      setting.held.recordWrite(thing('kept', '61'));
      await setting.clock.advance(1000);
      source.watch0().end(new StatusError(expired('too old')));
      await setting.clock.runUntil(() => source.watches.length === 2);
      return { ...setting, source };
    }

    test('what was written and is no more is not shown, and not waited for', async () => {
      const { held, names, stop } = await restore();
      expect(held.get('default/phantom')).toBeUndefined();
      expect(names()).toEqual(['kept@10']);
      await held.waitForWrites(undefined, { timeout: 1 });
      await stop();
    });

    test('what was deleted and is back is shown', async () => {
      const source = scriptedSource(thingList('50', [thing('kept', '10')]), restored);
      const { clock, held, names, stop } = await start({ '*': source });
      held.recordDelete('default/kept', 'uid-kept');
      expect(names()).toEqual([]);
      await clock.advance(1000);
      source.watch0().end(new StatusError(expired('too old')));
      await clock.runUntil(() => source.watches.length === 2);
      expect(names()).toEqual(['kept@10']);
      await stop();
    });

    test('what is written after that is shown', async () => {
      const { clock, held, names, source, stop } = await restore();
      held.recordWrite(thing('new', '22'));
      expect(names()).toEqual(['kept@10', 'new@22']);
      source.watch0().send(bookmark('30'));
      await clock.settle();
      expect(names()).toEqual(['kept@10']);
      await stop();
    });
  });

  test('a write that its watch goes on without for five minutes is given up', async () => {
    const source = scriptedSource(thingList('50', []));
    const { clock, held, names, stop } = await start({ '*': source });
    held.recordWrite(thing('a', '900'));
    held.recordDelete('default/a', 'uid-a');
    held.recordWrite(thing('b', '901'));
    for (let minute = 1; minute <= 4; minute += 1) {
      await clock.advance(60_000);
      source.watch0().send(bookmark(String(50 + minute)));
      await clock.settle();
    }
    expect(names()).toEqual(['b@901']);
    await clock.advance(60_001);
    source.watch0().send(bookmark('60'));
    await clock.settle();
    expect(names()).toEqual([]);
    await held.waitForWrites(undefined, { timeout: 1 });
    await stop();
  });

  test('a write that the watch has passed already is not shown again', async () => {
    const source = scriptedSource(thingList('10', []));
    const { names, stop } = await start({ '*': source });
    const { held } = await start({ '*': scriptedSource(thingList('10', [])) });
    held.recordWrite(thing('gone', '9'));
    expect(held.get('default/gone')).toBeUndefined();
    expect(names()).toEqual([]);
    await stop();
  });

  test('an object deleted after our write is gone as soon as the watch says so, whatever the order of answers', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, held, stop } = await start({ '*': source });
    held.recordWrite(thing('late', '20'));
    held.recordWrite(thing('a', '7'));
    source.watch0().send(added(thing('a', '7')), deleted(thing('a', '8')));
    await clock.settle();
    expect(held.get('default/a')).toBeUndefined();
    expect(held.get('default/late')?.metadata.resourceVersion).toBe('20');
    await stop();
  });

  test('restricted to namespaces: one watch for each, read as one, and nothing of others', async () => {
    const one = scriptedSource(thingList('5', [thing('a', '1', { namespace: 'one' })]));
    const two = scriptedSource(thingList('6', [thing('b', '2', { namespace: 'two' })]));
    const told: string[] = [];
    const { held, names, stop } = await start({ one, two }, (made) => {
      const registration = made.addEventHandler({ onAdd: (object) => void told.push(object.metadata.name) });
      expect(registration.hasSynced()).toBe(false);
    });
    expect(names()).toEqual(['a@1', 'b@2']);
    expect(names({ namespace: 'two' })).toEqual(['b@2']);
    expect(held.get('two/b')?.metadata.name).toBe('b');
    expect(() => held.get('three/b')).toThrow(NamespaceNotCachedError);
    expect(() => held.get('b')).toThrow('things without a namespace are not in the cache, which holds one, two');
    expect(() => held.list({ namespace: 'three' })).toThrow("add the namespace to the cache's `namespaces`");
    expect([held.covers('two/x'), held.covers('three/x')]).toEqual([true, false]);
    expect(told.sort()).toEqual(['a', 'b']);
    expect(held.hasSynced()).toBe(true);
    expect(held.states().map(({ phase }) => phase)).toEqual(['watching', 'watching']);
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

  test('what was deleted by this process is gone at once, and is back when it is made anew', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '3')]));
    const { clock, held, names, stop } = await start({ '*': source });
    held.recordDelete('default/a', 'uid-a');
    expect(held.get('default/a')).toBeUndefined();
    expect(names()).toEqual([]);
    // Another change of it that was on its way.
    source.watch0().send(modified(thing('a', '6')));
    await clock.settle();
    expect(names()).toEqual([]);
    source.watch0().send(deleted(thing('a', '7')), added(thing('a', '8', { uid: 'uid-new' })));
    await clock.settle();
    expect(names()).toEqual(['a@8']);
    await stop();
  });

  test('a write is held in the form of the cache, and not at all when the cache does not select it', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '3', { labels: { app: 'x' } })]));
    const { held, names, stop } = await start({ '*': source }, undefined, {
      transform: stripManagedFields,
      labelSelector: 'app=x',
    });
    held.recordWrite(thing('b', '8', { labels: { app: 'x' }, managedFields: [{ manager: 'us' }] }));
    expect(held.get('default/b')?.metadata).not.toHaveProperty('managedFields');
    held.recordWrite(thing('a', '9', { labels: { app: 'y' } }));
    expect(names()).toEqual(['b@8']);
    await stop();
  });

  test('waits for the first list, and says what is missing when that takes too long', async () => {
    const failing = scriptedSource(new Error('the server is on fire'));
    const { clock, held, stop } = await start({ '*': failing });
    expect(held.hasSynced()).toBe(false);
    const late = errorOf(held.waitForSync({ timeout: 5000 }));
    await clock.advance(5000);
    expect(await late).toMatchObject({
      name: 'CacheReadTimeoutError',
      message: 'the cache of things was not filled within 5 s: the server is on fire',
    });
    const stopped = errorOf(held.waitForSync());
    await stop();
    expect(await stopped).toBeInstanceOf(CacheStoppedError);
    expect(clock.pending()).toBe(0);
  });

  test('waits for what was written: of one object, or of all', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, held, stop } = await start({ '*': source });
    held.recordWrite(thing('a', '7'));
    held.recordWrite(thing('b', '9'));
    const done: string[] = [];
    void held.waitForWrites('default/none').then(() => done.push('none'));
    void held.waitForWrites('default/a').then(() => done.push('a'));
    void held.waitForWrites(undefined).then(() => done.push('all'));
    await clock.settle();
    expect(done).toEqual(['none']);
    source.watch0().send(added(thing('a', '7')));
    await clock.settle();
    expect(done).toEqual(['none', 'a']);
    const late = errorOf(held.waitForWrites('default/b', { timeout: 1000 }));
    await clock.advance(1000);
    expect(await late).toMatchObject({
      name: 'CacheReadTimeoutError',
      message:
        'the cache of things has not seen what this process wrote (default/b at version 9) within 1 s; it is at version 7: its watch is watching',
    });
    source.watch0().send(bookmark('10'));
    await clock.settle();
    expect(done).toEqual(['none', 'a', 'all']);
    held.recordDelete('default/a', 'uid-a');
    void held.waitForWrites(undefined).then(() => done.push('deleted'));
    await clock.settle();
    expect(done).toHaveLength(3);
    source.watch0().send(deleted(thing('a', '11')));
    await clock.settle();
    expect(done).toEqual(['none', 'a', 'all', 'deleted']);
    await stop();
  });

  test('its state says how each watch is doing, and what it holds', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1'), thing('b', '2')]));
    const { held, stop } = await start({ '*': source });
    held.recordWrite(thing('c', '9'));
    const [state] = held.states();
    expect(state).toMatchObject({
      phase: 'watching',
      namespace: '',
      synced: true,
      metadataOnly: false,
      users: 1,
      objects: 2,
      pendingWrites: 1,
      mutations: 0,
      lastSyncResourceVersion: '5',
    });
    // Two objects of some hundred bytes each.
    expect(state?.bytes).toBeGreaterThan(500);
    expect(state?.bytes).toBeLessThan(2000);
    expect(state?.connectedSince).toBeDefined();
    await stop();
  });

  test('an index goes with the user that added it; one function under one name is one index', async () => {
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

  test('an index that fails for what is held is in no namespace, and can be added again', async () => {
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

  test('an index function that fails for some objects fails no list', async () => {
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

  test('a change of an object that is not frozen is found out', async () => {
    const { log, lines } = recordingLogger();
    const source = scriptedSource(thingList('5', [thing('a', '1'), thing('b', '2', { labels: { app: 'x' } })]));
    const { clock, held, run, stop } = scriptedEntry({ '*': source }, { mutation: 'detect' }, log);
    await run();
    await clock.advance(3000);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    const labels = held.get('default/b')?.metadata.labels as Record<string, string>;
    labels['app'] = 'y';
    await clock.advance(3000);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.values).toMatchObject({
      kind: 'Thing',
      namespace: 'default',
      name: 'b',
      field: '.metadata.labels.app',
    });
    expect(held.states()[0]?.mutations).toBe(1);
    await stop();
    expect(clock.pending()).toBe(0);
  });
});
