import { expired, StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
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
import { stripManagedFields } from './selection/strip-managed-fields.ts';
import { type CachedResourceSetting, startCachedResource as start } from '../test-support/cached-resource-setting.ts';

/** Resolves with the error that a promise rejects with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a cached resource after writes of this process', () => {
  test('is at least as new as the last write, until the watch has passed it', async () => {
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
    // The watch delivers the first write; the second is only in our record.
    source.watch0().send(added(thing('a', '7', { labels: { app: 'y' } })));
    await clock.settle();
    expect(names()).toEqual(['a@7', 'new@8']);
    // It passes the second without delivering it: the object was deleted meanwhile.
    source.watch0().send(bookmark('9'));
    await clock.settle();
    expect(names()).toEqual(['a@7']);
    await stop();
  });

  describe('of a server whose backup was restored', () => {
    const restored = thingList('20', [thing('kept', '10')]);

    /** A cache that wrote in the lost history, and has listed the restored one. */
    async function restore(): Promise<CachedResourceSetting & { readonly source: ScriptedSource }> {
      const source = scriptedSource(thingList('50', [thing('kept', '10')]), restored);
      const setting = await start({ '*': source });
      setting.held.recordWrite(thing('phantom', '60'));
      setting.held.recordWrite(thing('kept', '61'));
      await setting.clock.advance(1000);
      source.watch0().end(new StatusError(expired('too old')));
      await setting.clock.runUntil(() => source.watches.length === 2);
      return { ...setting, source };
    }

    test('a written object that the backup does not have is neither returned nor waited for', async () => {
      const { held, names, stop } = await restore();
      expect(held.get('default/phantom')).toBeUndefined();
      expect(names()).toEqual(['kept@10']);
      await held.waitForWrites(undefined, { timeout: 1 });
      await stop();
    });

    test('a deleted object that the backup has is returned', async () => {
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

    test('an object that is written after the restore is returned', async () => {
      const { clock, held, names, source, stop } = await restore();
      held.recordWrite(thing('new', '22'));
      expect(names()).toEqual(['kept@10', 'new@22']);
      source.watch0().send(bookmark('30'));
      await clock.settle();
      expect(names()).toEqual(['kept@10']);
      await stop();
    });
  });

  test('a write that the watch does not deliver within five minutes is dropped', async () => {
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

  test('a write that the watch has already passed is not returned', async () => {
    const source = scriptedSource(thingList('10', []));
    const { names, stop } = await start({ '*': source });
    const { held } = await start({ '*': scriptedSource(thingList('10', [])) });
    held.recordWrite(thing('gone', '9'));
    expect(held.get('default/gone')).toBeUndefined();
    expect(names()).toEqual([]);
    await stop();
  });

  test('an object deleted after our write is gone when the watch delivers the deletion, in any order of responses', async () => {
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

  test('an object that this process deletes is gone at once, and is back when it is created again', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '3')]));
    const { clock, held, names, stop } = await start({ '*': source });
    held.recordDelete('default/a', 'uid-a');
    expect(held.get('default/a')).toBeUndefined();
    expect(names()).toEqual([]);
    // A concurrent change of it.
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

  test('waits for the writes to one object, or for all writes', async () => {
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
});
