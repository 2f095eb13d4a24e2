import { createVirtualClock, type KubernetesObject, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../log/logger.ts';
import {
  added,
  bookmark,
  deleted,
  scriptedSource,
  type ScriptedSource,
  thing,
  thingList,
} from '../testdata/scripted-source.ts';
import { type CachedResource, createCachedResource } from './cached-resource.ts';
import { createSharedInformer } from './shared-informer.ts';

interface Setting {
  readonly clock: VirtualClock;
  readonly held: CachedResource<KubernetesObject>;
  readonly names: (options?: { namespace?: string; labelSelector?: string }) => string[];
  readonly stop: () => Promise<void>;
}

async function start(
  sources: Record<string, ScriptedSource>,
  before: (held: Setting['held']) => void = () => undefined,
): Promise<Setting> {
  const clock = createVirtualClock();
  const namespaces = Object.keys(sources).filter((name) => name !== '*');
  const held = createCachedResource<KubernetesObject>({
    namespaces: namespaces.length > 0 ? namespaces : undefined,
    freeze: true,
    makeInformer: (namespace, onProgress) => {
      const source = sources[namespace ?? '*'];
      if (!source) throw new Error('not scripted');
      return createSharedInformer({ name: 'things', source, clock, random: () => 0, log: silentLogger, onProgress });
    },
  });
  before(held);
  const end = new AbortController();
  const running = held.run(end.signal);
  await clock.settle();
  return {
    clock,
    held,
    names: (options) =>
      held
        .list(options)
        .map((object) => `${object.metadata.name}@${object.metadata.resourceVersion}`)
        .sort(),
    stop: async () => {
      end.abort(new Error('test over'));
      await running;
    },
  };
}

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
    expect(held.get('three/b')).toBeUndefined();
    expect(told.sort()).toEqual(['a', 'b']);
    expect(held.hasSynced()).toBe(true);
    expect(held.states().map(({ phase }) => phase)).toEqual(['watching', 'watching']);
    await stop();
  });
});
