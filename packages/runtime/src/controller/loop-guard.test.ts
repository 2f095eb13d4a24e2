import { expect, test } from 'vitest';
import { thing } from '../testdata/scripted-source.ts';
import { defineResource } from '@kb/apimachinery';
import { EventCause, type ReconcileCause, requeueCause } from './causes.ts';
import { createLoopGuard, type ReconcileLoop } from './loop-guard.ts';

const things = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});

/** The event of a write: the label `field` is now `version`. */
const updated = (version: number, field = 'x'): EventCause =>
  new EventCause('kind source: Thing', things, {
    type: 'update',
    objectOld: thing('a', `${version - 1}`, { labels: { [field]: `${version - 1}` } }),
    object: thing('a', `${version}`, { labels: { [field]: `${version}` } }),
  });

/** Runs that each write once, and are caused by what the last one wrote, and more. */
function play(
  guard: ReturnType<typeof createLoopGuard>,
  runs: number,
  {
    from = 1,
    field = () => 'x',
    more = () => [],
  }: {
    from?: number;
    field?: (run: number) => string;
    more?: (run: number) => ReconcileCause[];
  } = {},
): (ReconcileLoop | undefined)[] {
  const found: (ReconcileLoop | undefined)[] = [];
  for (let run = from; run < from + runs; run += 1) {
    guard.wrote('default/a', thing('a', `${run}`));
    guard.ended('default/a');
    found.push(guard.check('default/a', [updated(run, field(run)), ...more(run)]));
  }
  return found;
}

test('the own writes to one field, again and again, are a loop, which is slowed more and more', () => {
  const found = play(createLoopGuard({ after: 3, maxDelay: 30 }), 8);
  expect(found.slice(0, 2)).toEqual([undefined, undefined]);
  expect(found.slice(2).map((loop) => [loop?.runs, loop?.delay])).toEqual([
    [3, 5],
    [4, 10],
    [5, 20],
    [6, 30],
    [7, 30],
    [8, 30],
  ]);
  expect(found.at(-1)?.fields).toEqual(['metadata.labels.x']);
});

test('writes to other fields each time are none', () => {
  const found = play(createLoopGuard({ after: 3 }), 9, { field: (run) => `f${run}` });
  expect(found.every((loop) => loop === undefined)).toBe(true);
});

test('a run that something else asks for too is not slowed, but is told', () => {
  const found = play(createLoopGuard({ after: 3 }), 4, { more: () => [requeueCause] });
  expect(found.slice(2)).toMatchObject([
    { runs: 3, delay: 0 },
    { runs: 4, delay: 0 },
  ]);
});

test.each([
  {
    what: 'a run that writes nothing',
    between: (guard: ReturnType<typeof createLoopGuard>) => guard.ended('default/a'),
  },
  {
    what: 'a run for other reasons',
    between: (guard: ReturnType<typeof createLoopGuard>) => void guard.check('default/a', [requeueCause]),
  },
  {
    what: "somebody else's change",
    between: (guard: ReturnType<typeof createLoopGuard>) => void guard.check('default/a', [updated(1000)]),
  },
])('$what ends what might have been one', ({ between }) => {
  const guard = createLoopGuard({ after: 3 });
  play(guard, 2);
  between(guard);
  expect(play(guard, 2, { from: 10 })).toEqual([undefined, undefined]);
  expect(play(guard, 1, { from: 12 })).toMatchObject([{ runs: 3 }]);
});

test("keys are told apart, and objects of another name are not one's own", () => {
  const guard = createLoopGuard({ after: 1 });
  guard.wrote('default/b', thing('b', '1'));
  expect(guard.check('default/a', [updated(1)])).toBeUndefined();
  expect(guard.check('default/b', [updated(1)])).toBeUndefined();
});

test('remembers a bounded number of keys', () => {
  const guard = createLoopGuard({ after: 1 });
  guard.wrote('default/a', thing('a', '1'));
  for (let index = 0; index < 10_000; index += 1) guard.wrote(`default/n${index}`, thing(`n${index}`, '1'));
  expect(guard.check('default/a', [updated(1)])).toBeUndefined();
});
