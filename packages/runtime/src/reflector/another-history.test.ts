import { expect, test } from 'vitest';
import { startReflector as start } from '../test-support/run-reflector.ts';
import {
  added,
  bookmark,
  deleted,
  listEnd,
  modified,
  scriptedSource,
  thing,
  thingList,
} from '../test-support/scripted-source.ts';

test.each([
  { what: 'a bookmark', event: bookmark('20') },
  { what: 'an unknown object', event: added(thing('new', '20')) },
  { what: 'an older state of a known object', event: modified(thing('a', '20')) },
  { what: 'a deletion', event: deleted(thing('a', '20')) },
])(
  'lists again after $what of a version that the watch has passed, because the server has another history',
  async ({ event }) => {
    const source = scriptedSource(thingList('50', [thing('a', '49')]), thingList('21', [thing('b', '20')]));
    const { clock, told, lines, reflector, stop } = await start(source);
    source.watch0().send(event);
    await clock.settle();
    expect(told.slice(1)).toEqual([]);
    expect(reflector.state()).toMatchObject({ phase: 'waiting', lastError: { code: 'KB_YOUNGER_HISTORY' } });
    expect(lines.map(({ message }) => message)).toContain('List and watch interrupted');
    await clock.advance(800);
    // Without a version: this server never had the versions of the other history.
    expect(source.requests.slice(2)).toEqual(['list limit=500', 'watch rv=21']);
    expect(told.slice(1)).toEqual(['replace b@20 @21']);
    await stop();
  },
);

test('older versions show another history after the end of a streaming list, but not before it', async () => {
  const source = scriptedSource(thingList('5', []));
  source.plainListsOnly = false;
  const { clock, reflector, stop } = await start(source);
  source.watch0().send(added(thing('a', '9')), added(thing('b', '3')), listEnd('10'));
  await clock.settle();
  expect(reflector.state().phase).toBe('watching');
  source.watch0().send(modified(thing('c', '4')));
  await clock.settle();
  expect(reflector.state()).toMatchObject({ phase: 'waiting', lastError: { code: 'KB_YOUNGER_HISTORY' } });
  await stop();
});

test('a deletion with the last version of its object is new, and its repetitions are left out', async () => {
  const source = scriptedSource(thingList('50', []));
  const { clock, told, reflector, stop } = await start(source);
  const deletion = deleted(thing('a', '51'));
  // In one batch: the store has not taken the first event when the last one is checked.
  source.watch0().send(modified(thing('a', '51')), modified(thing('b', '52')), deletion, deletion);
  await clock.settle();
  expect(told.slice(1)).toEqual(['update a@51', 'update b@52', 'delete a@51']);
  expect(reflector.state().phase).toBe('watching');
  await stop();
});

test('repeated events are left out', async () => {
  const source = scriptedSource(thingList('50', [thing('a', '49')]));
  const { clock, told, stop } = await start(source);
  const events = [modified(thing('a', '51')), modified(thing('a', '52')), added(thing('b', '53')), bookmark('54')];
  source.watch0().send(...events, deleted(thing('b', '55')));
  await clock.settle();
  const seen = [...told];
  source.watch0().send(...events, deleted(thing('b', '55')), modified(thing('a', '56')));
  await clock.settle();
  // An event with the current version of the watch goes to the store, which recognizes it.
  expect(told.slice(seen.length)).toEqual(['delete b@55', 'update a@56']);
  expect(source.requests).toHaveLength(2);
  await stop();
});

test('an event with the version that the store has is a repetition, but a deletion is not', async () => {
  const source = scriptedSource(thingList('50', [thing('a', '49')]));
  const { clock, told, stop } = await start(source, {
    store: { ...storeOf(['a@49', 'b@48']), delete: (object) => void told.push(`delete ${object.metadata.name}`) },
  });
  source.watch0().send(added(thing('a', '49')), modified(thing('b', '48')));
  await clock.settle();
  source.watch0().send(deleted(thing('a', '49')));
  await clock.settle();
  expect(told).toEqual(['delete a']);
  expect(source.requests).toHaveLength(2);
  await stop();
});

test('a proxy that repeats old events does not cause a storm of lists', async () => {
  const source = scriptedSource(thingList('50', [thing('a', '49')]));
  const { clock, stop } = await start(source);
  const began = clock.now();
  const listsBefore = source.requests.length;
  // An old event right after each opening, for half an hour.
  while (clock.now() - began < 1_800_000) {
    source.watch0().send(modified(thing('a', '7')));
    const before = source.watches.length;
    await clock.runUntil(() => source.watches.length > before);
  }
  const lists = source.requests.slice(listsBefore).filter((request) => request.startsWith('list')).length;
  // Waits that double from 0.8 seconds on, then waits of half a minute.
  expect(lists).toBe(6 + Math.ceil((1800 - 50.4) / 30));
  await stop();
});

test('versions that are not numbers are accepted', async () => {
  const source = scriptedSource(thingList('50', []));
  const { clock, told, reflector, stop } = await start(source);
  source.watch0().send(added(thing('a', 'x')), added(thing('b', '7')));
  await clock.settle();
  expect(told.slice(1)).toEqual(['add a@x', 'add b@7']);
  expect(reflector.state().phase).toBe('watching');
  await stop();
});

/** Makes a store that holds only these objects. */
function storeOf(names: readonly string[]) {
  const ignore = (): void => undefined;
  return {
    add: ignore,
    update: ignore,
    delete: ignore,
    bookmark: ignore,
    holds: ({ metadata }: ReturnType<typeof thing>) => names.includes(`${metadata.name}@${metadata.resourceVersion}`),
    replacement: () => ({ size: 0, set: ignore, delete: ignore, commit: ignore }),
  };
}
