import { expect, test } from 'vitest';
import { thing } from '../../test-support/scripted-source.ts';
import { defineResource } from '@kb/apimachinery';
import { EventCause, type ReconcileCause, requeueCause } from '../causes/causes.ts';
import { createLoopGuard, type LoopGuard, type ReconcileLoop } from './loop-guard.ts';

const things = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});

/** Makes the event of a write that set these labels. */
const written = (version: number, labels: Readonly<Record<string, string>>): EventCause =>
  new EventCause('watch source: Thing', things, {
    type: 'update',
    objectOld: thing('a', `${version - 1}`, { labels: {} }),
    object: thing('a', `${version}`, { labels }),
  });

/** Flips a label. */
const flip = (run: number): Record<string, string> => ({ x: run % 2 === 0 ? 'on' : 'off' });
/** Counts in a label. */
const count = (run: number): Record<string, string> => ({ x: `${run}` });

/** Simulates runs that each write once. Each is caused by the last write, and by the causes that `more` returns. */
function play(
  guard: LoopGuard,
  runs: number,
  {
    from = 1,
    writes = flip,
    more = () => [],
  }: {
    from?: number;
    writes?: (run: number) => Readonly<Record<string, string>>;
    more?: (run: number) => ReconcileCause[];
  } = {},
): (ReconcileLoop | undefined)[] {
  const found: (ReconcileLoop | undefined)[] = [];
  for (let run = from; run < from + runs; run += 1) {
    guard.wrote('default/a', thing('a', `${run}`));
    guard.ended('default/a');
    found.push(guard.check('default/a', [written(run, writes(run)), ...more(run)]));
  }
  return found;
}

test('alternating own writes are a loop after ten runs, which is slowed down more and more', () => {
  const found = play(createLoopGuard({ maxDelay: 30 }), 15);
  expect(found.slice(0, 9)).toEqual(Array<undefined>(9).fill(undefined));
  expect(found.slice(9).map((loop) => [loop?.runs, loop?.delay])).toEqual([
    [10, 5],
    [11, 10],
    [12, 20],
    [13, 30],
    [14, 30],
    [15, 30],
  ]);
  expect(found.at(-1)).toMatchObject({ fields: ['metadata.labels.x'], repeats: true });
});

/** Returns the first of 1000 runs in which a loop is detected, the type of the loop, and its fields. */
const firstFound = (writes: (run: number) => Readonly<Record<string, string>>): unknown[] => {
  const loop = play(createLoopGuard(), 1000, { writes }).find((found) => found !== undefined);
  return [loop?.runs, loop?.repeats, loop?.fields.map((field) => field.replace('metadata.labels.', ''))];
};

test.each<[what: string, writes: (run: number) => Readonly<Record<string, string>>, want: unknown[]]>([
  ['a field that flips', flip, [10, true, ['x']]],
  ['a field of three values', (run) => ({ x: `${run % 3}` }), [10, true, ['x']]],
  ['two fields that take turns', (run) => ({ [run % 4 < 2 ? 'x' : 'y']: `${run % 2}` }), [10, true, ['x', 'y']]],
  ['the same value each time, which another client overwrites', () => ({ x: 'mine' }), [10, true, ['x']]],
  ['several fields that flip at once', (run) => ({ ...flip(run), y: `${run % 2}` }), [10, true, ['x', 'y']]],
  ['a counter', count, [201, false, ['x']]],
  ['a counter that wraps after 30', (run) => ({ x: `${run % 30}` }), [63, true, ['x']]],
  ['a counter that wraps after 500', (run) => ({ x: `${run % 500}` }), [201, false, ['x']]],
  ['a counter beside a field that flips', (run) => ({ ...flip(run), y: `${run}` }), [201, false, ['x', 'y']]],
  ['two counters that take turns', (run) => ({ [run % 2 === 0 ? 'x' : 'y']: `${run}` }), [201, false, ['x', 'y']]],
  [
    'fields that appear and disappear in turns',
    (run) => ({ [run % 2 === 0 ? 'x' : 'y']: 'on' }),
    [10, true, ['y', 'x']],
  ],
])('%s is detected with the right type', (_, writes, want) => {
  expect(firstFound(writes)).toEqual(want);
});

test('a controller with 200 steps never waits; one that continues is slowed down to one run a second', () => {
  const found = play(createLoopGuard(), 205, { writes: count });
  expect(found.slice(0, 200).filter((loop) => loop !== undefined)).toEqual([]);
  expect(found.slice(200).map((loop) => loop?.delay)).toEqual(Array<number>(5).fill(1000));
  const eager = play(createLoopGuard({ freeRuns: 3, maxDelay: 10 }), 5, { writes: count });
  expect(eager.map((loop) => loop?.delay)).toEqual([undefined, undefined, undefined, 10, 10]);
});

test('a counter that repeats itself is slowed down as a repetition, and again to a second once it continues', () => {
  const guard = createLoopGuard();
  play(guard, 20, { writes: count });
  const repeating = play(guard, 60, { from: 21 });
  expect(repeating.at(-1)).toMatchObject({ repeats: true, runs: 80, delay: 30_000 });
  const onward = play(guard, 10, { from: 81, writes: count });
  expect(onward.at(-1)).toBeUndefined();
  expect(play(guard, 120, { from: 91, writes: count }).at(-1)).toMatchObject({ repeats: false, delay: 1000 });
});

test('writes to a different field each time are named by the last fields, and remembered in bounded memory', () => {
  const found = play(createLoopGuard(), 1000, { writes: (run) => ({ [`f${run}`]: 'x' }) });
  expect(found.findIndex((loop) => loop !== undefined)).toBe(200);
  expect(found.at(-1)?.fields).toEqual(Array.from({ length: 10 }, (_, at) => `metadata.labels.f${991 + at}`));
});

test('a run with another cause too is reported, but not slowed down', () => {
  const found = play(createLoopGuard(), 11, { more: () => [requeueCause] });
  expect(found.slice(9)).toMatchObject([
    { runs: 10, delay: 0 },
    { runs: 11, delay: 0 },
  ]);
});

test.each([
  {
    what: 'a run that writes nothing',
    between: (guard: LoopGuard) => guard.ended('default/a'),
  },
  {
    what: 'a run for other reasons',
    between: (guard: LoopGuard) => void guard.check('default/a', [requeueCause]),
  },
  {
    what: "another client's change",
    between: (guard: LoopGuard) => void guard.check('default/a', [written(1000, {})]),
  },
])('$what ends a possible loop', ({ between }) => {
  const guard = createLoopGuard({ freeRuns: 2 });
  play(guard, 2, { writes: count });
  between(guard);
  expect(play(guard, 2, { from: 10, writes: count })).toEqual([undefined, undefined]);
  expect(play(guard, 1, { from: 12, writes: count })).toMatchObject([{ runs: 3 }]);
});

test('keys are distinguished, and events of other objects are not own writes', () => {
  const guard = createLoopGuard({ freeRuns: 0 });
  guard.wrote('default/b', thing('b', '1'));
  expect(guard.check('default/a', [written(1, count(1))])).toBeUndefined();
  expect(guard.check('default/b', [written(1, count(1))])).toBeUndefined();
  guard.wrote('default/a', thing('a', '1'));
  expect(guard.check('default/a', [written(1, count(1))])).toMatchObject({ runs: 1 });
});

test('remembers a bounded number of keys', () => {
  const others = (count: number): LoopGuard => {
    const guard = createLoopGuard({ freeRuns: 0 });
    guard.wrote('default/a', thing('a', '1'));
    for (let index = 0; index < count; index += 1) guard.wrote(`default/n${index}`, thing(`n${index}`, '1'));
    return guard;
  };
  expect(others(9_999).check('default/a', [written(1, count(1))])).toMatchObject({ runs: 1 });
  expect(others(10_000).check('default/a', [written(1, count(1))])).toBeUndefined();
});
