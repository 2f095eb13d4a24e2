import { defineResource, expired, type FieldsV1, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { CachedResource } from '../cache/read/cached-resource.ts';
import { type ScriptedEntry, scriptedEntry } from '../test-support/scripted-entry.ts';
import { bookmark, deleted, scriptedSource, thing, thingList } from '../test-support/scripted-source.ts';
import { type ApplyMemory, createApplyMemory } from './apply-memory.ts';
import { fieldOwnerOf, type IntendedApply } from './intended-apply.ts';
import { createUncachedApplyMemory } from './uncached-apply-memory.ts';

type Thing = KubernetesObject & { spec: { size: string } };

const things: Resource<Thing> = defineResource({
  group: '',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});
const owner = fieldOwnerOf(things, 'ours');
const both: FieldsV1 = { 'f:spec': { 'f:size': {} } };

/** A Thing as the server returns it; `fields` are our managed fields, undefined if managed fields are omitted. */
const live = (resourceVersion: string, size: string, fields: FieldsV1 | undefined): Thing => ({
  ...thing('a', resourceVersion, {
    ...(fields && {
      managedFields: [
        { manager: 'ours', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: fields },
      ],
    }),
  }),
  spec: { size },
});

const intended = (size: string): IntendedApply => {
  const body = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', namespace: 'default' }, spec: { size } };
  return { owner, body, text: JSON.stringify(body) };
};

/** A cache that holds the Things of `source`. */
const cacheOf = (source = scriptedSource(thingList('1', [thing('a', '1')]))): ScriptedEntry =>
  scriptedEntry({ '*': source });
const held = (): CachedResource<KubernetesObject> => cacheOf().held;

function memoryOf(cached: CachedResource<KubernetesObject> | undefined): ApplyMemory {
  // Only its handlers are used.
  return createApplyMemory({ find: () => cached as CachedResource<never> | undefined });
}

test.each([
  { what: 'the same version', now: live('5', '1', both), want: true },
  { what: 'a later version with the same fields and values', now: live('6', '1', both), want: true },
  { what: 'another value of ours', now: live('6', '2', both), want: false },
  { what: 'a field that is not ours any more, with our value', now: live('6', '1', {}), want: false },
  {
    what: 'nothing of ours any more',
    now: { ...live('6', '1', {}), metadata: { ...live('6', '1', {}).metadata, managedFields: [] } },
    want: false,
  },
  { what: 'a cache without managed fields, the same value', now: live('6', '1', undefined), want: true },
  { what: 'a cache without managed fields, another value', now: live('6', '2', undefined), want: false },
  {
    what: 'an object that was created again',
    now: { ...live('6', '1', {}), metadata: { ...live('6', '1', {}).metadata, uid: 'other' } },
    want: false,
  },
])('whether the last apply still holds, $what: $want', ({ now, want }) => {
  const memory = memoryOf(held());
  // `1000m` was sent, and the server changed it to `1`.
  memory.remember(things, intended('1000m'), live('5', '1', both));
  expect(memory.isUnchanged(things, intended('1000m'), now)).toBe(want);
  expect(memory.isUnchanged(things, intended('2000m'), now)).toBe(false);
});

test('after a restart, managed fields show the last apply if values are as they were sent', () => {
  const memory = memoryOf(held());
  expect(memory.isUnchanged(things, intended('1000m'), live('5', '1', both))).toBe(false);
  expect(memory.isUnchanged(things, intended('1'), live('5', '1', both))).toBe(true);
  expect(memory.wasApplied(things, intended('1'), live('5', '1', both))).toBe(true);
});

describe('objects that are not in the cache', () => {
  test.each([
    { what: 'the same version', now: live('5', '1', both), want: [true, true] },
    { what: 'a later version', now: live('6', '1', both), want: [false, true] },
    {
      what: 'an object that was created again',
      now: { ...live('5', '1', both), metadata: { ...live('5', '1', both).metadata, uid: 'other' } },
      want: [false, false],
    },
    { what: 'the same version of another history', now: live('5', '3', both), want: [false, true] },
  ])('the version is remembered: $what', ({ now, want }) => {
    const memory = memoryOf(undefined);
    memory.remember(things, intended('1000m'), live('5', '1', both));
    expect(memory.size).toBe(1);
    const about = (size: string): boolean[] => [
      memory.isUnchanged(things, intended(size), now),
      memory.wasApplied(things, intended(size), now),
    ];
    expect(about('1000m')).toEqual(want);
    expect(about('2000m')).toEqual([false, false]);
  });

  test('only the last applies are remembered', () => {
    const memory = createUncachedApplyMemory(2);
    const of = (name: string): Thing => ({
      ...live('5', '1', both),
      metadata: { ...live('5', '1', both).metadata, name },
    });
    for (const name of ['a', 'b', 'a', 'c']) memory.remember(things, intended('1'), of(name));
    expect(memory.size).toBe(2);
    expect(['a', 'b', 'c'].filter((name) => memory.wasApplied(things, intended('1'), of(name)))).toEqual(['a', 'c']);
  });
});

test('a deleted object is forgotten', async () => {
  const source = scriptedSource(thingList('1', [thing('a', '1')]));
  const { clock, held: cached, run, stop } = cacheOf(source);
  const memory = memoryOf(cached);
  await run();
  memory.remember(things, intended('1'), live('5', '1', both));
  expect(memory.size).toBe(1);
  source.watch0().send(deleted(thing('a', '9')));
  await clock.settle();
  expect(memory.size).toBe(0);
  await stop();
});

describe('of a server whose backup was restored', () => {
  /** The objects of the lost history and of the restored one: equal versions are not equal states. */
  const lost = live('15', '1', undefined);
  const restored = live('15', '2', undefined);

  test.each([
    { what: 'the same version as another state', now: restored, want: false },
    { what: 'the same version with the same state, which cannot be distinguished', now: lost, want: false },
    { what: 'a state whose managed fields show it', now: live('15', '1', both), want: true },
  ])('applies of the lost history do not count: $what', async ({ now, want }) => {
    const source = scriptedSource(thingList('50', [lost]), thingList('20', [now]));
    const { clock, held: cached, run, stop } = cacheOf(source);
    const memory = memoryOf(cached);
    await run();
    memory.remember(things, intended('1'), lost);
    expect(memory.isUnchanged(things, intended('1'), lost)).toBe(true);
    source.watch0().send(bookmark('20'));
    await clock.advance(2000);
    expect(cached.get('default/a')).toEqual(now);
    expect(memory.isUnchanged(things, intended('1'), now)).toBe(want);
    // From here on it is the new history that is remembered.
    memory.remember(things, intended('1'), now);
    expect([memory.isUnchanged(things, intended('1'), now), memory.size]).toEqual([true, 1]);
    source.watch0().send(deleted(thing('a', '21')));
    await clock.settle();
    expect(memory.size).toBe(0);
    await stop();
  });

  test('a list of the same history changes nothing', async () => {
    const source = scriptedSource(thingList('50', [lost]), thingList('60', [lost]));
    const { clock, held: cached, run, stop } = cacheOf(source);
    const memory = memoryOf(cached);
    await run();
    memory.remember(things, intended('1'), lost);
    source.watch0().end(expired('gone'));
    await clock.advance(2000);
    expect(source.requests).toHaveLength(4);
    expect(memory.isUnchanged(things, intended('1'), lost)).toBe(true);
    await stop();
  });
});

test('forgets the applies to a resource that is removed from the cache and held again', async () => {
  const before = cacheOf();
  const source = scriptedSource(thingList('1', [thing('a', '1')]));
  const after = cacheOf(source);
  let now: CachedResource<KubernetesObject> | undefined = before.held;
  const memory = createApplyMemory({ find: () => now as CachedResource<never> | undefined });
  await before.run();
  memory.remember(things, intended('1000m'), live('5', '1', both));
  await before.stop();
  now = undefined;
  expect(memory.isUnchanged(things, intended('1000m'), live('5', '1', both))).toBe(false);
  now = after.held;
  await after.run();
  expect(memory.isUnchanged(things, intended('1000m'), live('5', '1', both))).toBe(false);
  memory.remember(things, intended('1000m'), live('5', '1', both));
  source.watch0().send(deleted(thing('a', '9')));
  await after.clock.settle();
  expect(memory.size).toBe(0);
  await after.stop();
});
