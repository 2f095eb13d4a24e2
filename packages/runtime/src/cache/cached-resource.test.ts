import { describe, expect, test } from 'vitest';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { scriptedEntry } from '../test-support/scripted-entry.ts';
import { scriptedSource, thing, thingList } from '../test-support/scripted-source.ts';
import { CacheStoppedError, NamespaceNotCachedError } from './read/cache-errors.ts';
import { startCachedResource as start } from '../test-support/cached-resource-setting.ts';

/** Resolves with the error that a promise rejects with. */
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
  ])('an invalid key is an error, not a missing object: %j', async (key, words) => {
    const { held, stop } = await start({ '*': scriptedSource(thingList('5', [thing('a', '1')])) });
    expect(() => held.get(key as string)).toThrow(words);
    expect(() => held.get(key as string)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^KB_(?:NAMESPACE_REQUIRED|INVALID_OBJECT_KEY)$/) }),
    );
    await stop();
  });

  test('with namespaces: one watch for each, read together, without other namespaces', async () => {
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

  test('waits for the first list; the timeout error names the reason', async () => {
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

  test('reports the state of each watch, and how much it holds', async () => {
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
    // Two objects of a few hundred bytes each.
    expect(state?.bytes).toBeGreaterThan(500);
    expect(state?.bytes).toBeLessThan(2000);
    expect(state?.connectedSince).toBeDefined();
    await stop();
  });

  test('detects a change of an object that is not frozen', async () => {
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
