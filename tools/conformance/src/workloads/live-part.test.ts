import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { recordedLast } from '../recorded-last.ts';
import { livePart } from './live-part.ts';
import { scenarioGroups, scenarios } from './scenarios/scenarios.ts';
import type { Scenario } from './scenarios/scenario.ts';

const group = (name: string, count: number): readonly Scenario[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}-${index}`, steps: [] }));
const groups = { many: group('many', 40), few: group('few', 2), some: group('some', 5) };
const namesOf = (chosen: readonly Scenario[]): readonly string[] => chosen.map(({ name }) => name);
const play = (seed: number, recorded: readonly string[] = []): readonly string[] =>
  namesOf(livePart({ groups, seed, recorded }));

test('some of each controller are drawn, the same ones for the same seed', () => {
  const drawn = play(1);
  expect(play(1)).toEqual(drawn);
  expect(play(2)).not.toEqual(drawn);
  const counted = Object.keys(groups).map((name) => drawn.filter((one) => one.startsWith(name)).length);
  expect(counted).toEqual([4, 2, 2]);
});

test('those that were recorded last are played in any case, at most 12', () => {
  const recorded = Array.from({ length: 30 }, (_, index) => `many-${index}`);
  expect(play(1, ['gone', ...recorded])).toEqual(expect.arrayContaining(recorded.slice(0, 12)));
  const drawn = new Set(play(1));
  const others = play(1, recorded).filter((name) => !drawn.has(name));
  expect(others.every((name) => recorded.indexOf(name) < 12)).toBe(true);
});

test('a scenario more does not change the draw of another controller', () => {
  const more = livePart({ groups: { ...groups, few: group('few', 9) }, seed: 1, recorded: [] });
  const without = (names: readonly string[]): readonly string[] => names.filter((name) => !name.startsWith('few'));
  expect(without(namesOf(more))).toEqual(without(play(1)));
});

test('every controller has scenarios, and recordings are found by the names of scenarios', () => {
  const empty = Object.entries(scenarioGroups).filter(([, members]) => members.length === 0);
  expect(empty).toEqual([]);
  expect(new Set(namesOf(scenarios)).size).toBe(scenarios.length);
  expect(
    recordedLast(fileURLToPath(new URL('testdata', import.meta.url))).filter((name) => !/^[a-z\d-]+$/.test(name)),
  ).toEqual([]);
});
