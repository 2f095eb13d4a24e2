import { expect, test } from 'vitest';
import { thing } from '../test-support/scripted-source.ts';
import { createDeltaQueue, type Delta } from './delta-queue.ts';

type ThingDelta = Delta<ReturnType<typeof thing>, never>;

const change = (type: 'Added' | 'Updated' | 'Deleted', name: string, version: string): ThingDelta => ({
  type,
  key: `default/${name}`,
  object: thing(name, version),
});
const bookmark = (resourceVersion: string): ThingDelta => ({ type: 'Bookmark', resourceVersion });
const replaced = (resourceVersion: string): ThingDelta => ({
  type: 'Replaced',
  objects: new Map(),
  resourceVersion,
  origin: { askedAt: 0, anotherHistory: false },
  shape: 0,
});
const text = (delta: ThingDelta): string => {
  if ('key' in delta) return `${delta.type} ${delta.key}@${delta.object.metadata.resourceVersion}`;
  return 'resourceVersion' in delta ? `${delta.type} @${delta.resourceVersion}` : delta.type;
};

test.each<{ what: string; pushed: ThingDelta[]; want: string[] }>([
  { what: 'nothing', pushed: [], want: [] },
  {
    what: 'the order of arrival, and nothing left out',
    pushed: [
      change('Added', 'a', '1'),
      change('Updated', 'a', '2'),
      change('Added', 'b', '3'),
      change('Updated', 'a', '4'),
    ],
    want: ['Added default/a@1', 'Updated default/a@2', 'Added default/b@3', 'Updated default/a@4'],
  },
  {
    what: 'one of two deletes in a row, the first',
    pushed: [change('Deleted', 'a', '2'), change('Deleted', 'a', '3'), change('Deleted', 'b', '4')],
    want: ['Deleted default/a@2', 'Deleted default/b@4'],
  },
  {
    what: 'both deletes when something was between them',
    pushed: [change('Deleted', 'a', '2'), change('Added', 'a', '3'), change('Deleted', 'a', '4')],
    want: ['Deleted default/a@2', 'Added default/a@3', 'Deleted default/a@4'],
  },
  {
    what: 'the last of several bookmarks in a row',
    pushed: [bookmark('1'), bookmark('2'), change('Added', 'a', '3'), bookmark('4'), bookmark('5')],
    want: ['Bookmark @2', 'Added default/a@3', 'Bookmark @5'],
  },
  {
    what: 'a list where it came',
    pushed: [change('Added', 'a', '1'), replaced('2'), change('Deleted', 'a', '3')],
    want: ['Added default/a@1', 'Replaced @2', 'Deleted default/a@3'],
  },
])('keeps $what', async ({ pushed, want }) => {
  const queue = createDeltaQueue<ReturnType<typeof thing>>();
  const popping = queue.pop();
  for (const delta of pushed) queue.push(delta);
  expect(queue.length).toBe(want.length);
  if (want.length === 0) queue.close();
  // What is pushed in one turn comes in one piece.
  expect((await popping)?.map(text) ?? []).toEqual(want);
  expect(queue.length).toBe(0);
});

test('when closed, drops all deltas and ignores new ones', async () => {
  const queue = createDeltaQueue<ReturnType<typeof thing>>();
  queue.push(bookmark('1'));
  queue.close();
  queue.push(bookmark('2'));
  expect([queue.length, await queue.pop()]).toEqual([0, undefined]);
});
