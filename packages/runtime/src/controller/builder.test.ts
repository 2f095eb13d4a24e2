import {
  defineResource,
  formatObjectKey,
  type KubernetesObject,
  type OwnerReference,
  resourceId,
} from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { thing } from '../test-support/scripted-source.ts';
import { channelSource, createChannel } from './source/channel.ts';
import { controllerFor, newController } from './builder.ts';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
} from './watch/enqueue-handlers.ts';
import { type EventHandler, handleEvent } from './watch/event-handler.ts';
import {
  and,
  annotationChanged,
  generationChanged,
  labelChanged,
  labelSelectorPredicate,
  not,
  or,
  predicateFuncs,
  resourceVersionChanged,
} from './watch/predicates.ts';
import type { MapContext, Predicate, WatchedEvent } from './watch/watched-event.ts';

const things = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});
const others = defineResource({ group: '', version: 'v1', kind: 'Other', plural: 'others', namespaced: true });

const nothingCached: MapContext = {
  cached: () => {
    throw new Error('not in this test');
  },
};
const create = (object: KubernetesObject): WatchedEvent => ({ type: 'create', object, isInInitialList: false });
const update = (objectOld: KubernetesObject, object: KubernetesObject): WatchedEvent => ({
  type: 'update',
  objectOld,
  object,
});

/** Returns the keys that a handler adds for an event. */
function woken(handler: EventHandler, event: WatchedEvent): string[] {
  const keys: string[] = [];
  handleEvent(handler, event, { add: (key) => void keys.push(formatObjectKey(key)) }, nothingCached);
  return keys;
}

describe('describing a controller', () => {
  test('names the controller after its kind, and watches the kind', () => {
    const controller = controllerFor(things).reconcile(() => undefined);
    expect(controller.name).toBe('thing');
    expect(controller.watches.map((watch) => resourceId(watch.resource))).toEqual(['things.v1.test.example.com']);
    expect(Object.isFrozen(controller)).toBe(true);
  });

  test('every step returns a new builder', () => {
    const base = controllerFor(things);
    const more = base
      .named('mine')
      .owns(others)
      .reads(others)
      .withOptions({ maxConcurrentReconciles: 2 })
      .withOptions({ fieldManager: 'me' });
    expect(base.reconcile(() => undefined)).toMatchObject({ name: 'thing', reads: [], options: {} });
    const controller = more.reconcile(() => undefined);
    expect(controller).toMatchObject({ name: 'mine', options: { maxConcurrentReconciles: 2, fieldManager: 'me' } });
    expect(controller.watches).toHaveLength(2);
    expect(controller.reads).toEqual([others]);
  });

  test('a filter of all events comes before those of each watch, in any order of steps', () => {
    const own: Predicate = () => true;
    const all: Predicate = () => false;
    const controller = controllerFor(things, { predicates: [own] })
      .withEventFilter(all)
      .owns(others)
      .reconcile(() => undefined);
    expect(controller.watches.map(({ predicates }) => predicates)).toEqual([[all, own], [all]]);
  });

  test('describing an index twice is an error', () => {
    const builder = controllerFor(things).indexes(things, 'by', () => []);
    expect(() => builder.indexes(things, 'by', () => [])).toThrow('index "by" of things is described twice');
  });

  test('owned resources come before watched ones, metadata watches too', () => {
    const controller = controllerFor(things)
      .watchesMetadata(others, () => [])
      .owns(others)
      .reconcile(() => undefined);
    expect(controller.watches.map(({ resource }) => [resource.kind, resource.metadataOnly ?? false])).toEqual([
      ['Thing', false],
      ['Other', false],
      ['Other', true],
    ]);
  });

  test('a controller needs no resource when it has a name and a source', () => {
    const source = channelSource(createChannel<string>(), (name) => [{ name }]);
    const controller = newController()
      .named('calls')
      .watchesRawSource(source)
      .reconcile(() => undefined);
    expect(controller).toMatchObject({ name: 'calls', resource: undefined, watches: [], sources: [source] });
  });

  test.each([
    { what: 'nothing wakes it', make: () => newController().named('x'), want: 'nothing would ever wake it' },
    { what: 'only reads', make: () => newController().named('x').reads(things), want: 'nothing would ever wake it' },
    { what: 'owns without for', make: () => newController().named('x').owns(others), want: 'owns(…) needs for(…)' },
    { what: 'no name', make: () => newController().watches(things, () => []), want: 'needs a name' },
    { what: 'an empty name', make: () => controllerFor(things).named(''), want: 'needs a name' },
  ])('is an error: $what', ({ make, want }) => {
    const builder = make();
    expect(() => builder.reconcile(() => undefined)).toThrow(want);
    expect(() => builder.reconcile(() => undefined)).toThrow(TypeError);
  });

  test('calling for twice is an error that names both resources', () => {
    expect(() => controllerFor(things).for(others)).toThrow('for(others) comes after for(things)');
  });

  test('a missing reconciler is an error', () => {
    expect(() => controllerFor(things).reconcile(undefined as never)).toThrow('needs a function that reconciles');
  });
});

describe('the keys that an event adds', () => {
  const owner = (more: Partial<OwnerReference>): OwnerReference => ({
    apiVersion: 'test.example.com/v1',
    kind: 'Thing',
    name: 'owner',
    uid: 'u',
    controller: true,
    ...more,
  });
  const child = (...ownerReferences: OwnerReference[]): KubernetesObject => thing('child', '1', { ownerReferences });

  test('the key of the object itself', () => {
    expect(woken(enqueueRequestForObject, create(thing('a', '1')))).toEqual(['default/a']);
  });

  test.each([
    { what: 'its controller', references: [owner({})], every: false, want: ['owner'] },
    {
      what: 'another version of it',
      references: [owner({ apiVersion: 'test.example.com/v2' })],
      every: false,
      want: ['owner'],
    },
    { what: 'another group', references: [owner({ apiVersion: 'v1' })], every: true, want: [] },
    { what: 'another kind', references: [owner({ kind: 'Other' })], every: true, want: [] },
    { what: 'an owner that does not control it', references: [owner({ controller: false })], every: false, want: [] },
    {
      what: 'every owner, when asked for',
      references: [owner({ controller: false }), owner({ name: 'b' })],
      every: true,
      want: ['owner', 'b'],
    },
  ])('$what: $want', ({ references, every, want }) => {
    const handler = enqueueRequestForOwner(things, { onlyControllerOwner: !every });
    expect(woken(handler, create(child(...references)))).toEqual(want.map((name) => `default/${name}`));
  });

  test('an owner without a namespace', () => {
    const handler = enqueueRequestForOwner({ ...things, namespaced: false });
    expect(woken(handler, create(child(owner({}))))).toEqual(['owner']);
  });

  test('the old and new owner of an update', () => {
    const event = update(child(owner({ name: 'old' })), child(owner({ name: 'new' })));
    expect(woken(enqueueRequestForOwner(things), event)).toEqual(['default/old', 'default/new']);
    const unchanged = update(child(owner({})), child(owner({})));
    expect(woken(enqueueRequestForOwner(things), unchanged)).toEqual(['default/owner']);
  });

  test('the keys that a function returns, each once', () => {
    const handler = enqueueRequestsFromMapFunc((object) => [
      { name: 'all' },
      { name: `for-${object.metadata.name}` },
      { name: 'all' },
    ]);
    expect(woken(handler, update(thing('a', '1'), thing('b', '2')))).toEqual(['all', 'for-a', 'for-b']);
  });

  test('none, for an event without a function', () => {
    expect(woken({ delete: (event, queue) => queue.add(event.object.metadata) }, create(thing('a', '1')))).toEqual([]);
  });
});

describe('predicates', () => {
  const a = thing('a', '1', { generation: 1, labels: { x: '1' }, annotations: { y: '1' } });
  test.each<{ what: string; predicate: Predicate; changed: Partial<KubernetesObject['metadata']>; want: boolean }>([
    { what: 'resourceVersionChanged, same', predicate: resourceVersionChanged, changed: {}, want: false },
    {
      what: 'resourceVersionChanged, other',
      predicate: resourceVersionChanged,
      changed: { resourceVersion: '2' },
      want: true,
    },
    { what: 'generationChanged, same', predicate: generationChanged, changed: { resourceVersion: '2' }, want: false },
    { what: 'generationChanged, other', predicate: generationChanged, changed: { generation: 2 }, want: true },
    { what: 'labelChanged, equal', predicate: labelChanged, changed: { labels: { x: '1' } }, want: false },
    { what: 'labelChanged, other value', predicate: labelChanged, changed: { labels: { x: '2' } }, want: true },
    { what: 'labelChanged, one more', predicate: labelChanged, changed: { labels: { x: '1', z: '1' } }, want: true },
    {
      what: 'annotationChanged, equal',
      predicate: annotationChanged,
      changed: { annotations: { y: '1' } },
      want: false,
    },
    {
      what: 'annotationChanged, other',
      predicate: annotationChanged,
      changed: { annotations: { other: '1' } },
      want: true,
    },
  ])('$what: $want', ({ predicate, changed, want }) => {
    expect(predicate(update(a, thing('a', '1', { ...a.metadata, ...changed })))).toBe(want);
    expect(predicate(create(a))).toBe(true);
  });

  test('labels, and combinations', () => {
    const yes = labelSelectorPredicate('x=1');
    const no = labelSelectorPredicate('x=2');
    expect([yes, no, and(yes, no), or(no, yes), not(no)].map((predicate) => predicate(create(a)))).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
    const onlyUpdates = predicateFuncs({ create: () => false, delete: () => false });
    expect([
      onlyUpdates(create(a)),
      onlyUpdates(update(a, a)),
      onlyUpdates({ type: 'delete', object: a, deleteStateUnknown: false }),
    ]).toEqual([false, true, false]);
  });
});
