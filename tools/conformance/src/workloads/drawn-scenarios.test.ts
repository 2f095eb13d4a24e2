import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { recordedLast } from '../drawing/recorded-last.ts';
import { drawnScenarios } from './drawn-scenarios.ts';
import { scenarioGroups, scenarios } from './scenarios/scenarios.ts';
import type { Scenario } from './scenarios/scenario.ts';

const group = (name: string, count: number): readonly Scenario[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}-${index}`, steps: [] }));
const groups = { many: group('many', 40), few: group('few', 2), some: group('some', 5) };
const namesOf = (chosen: readonly Scenario[]): readonly string[] => chosen.map(({ name }) => name);
const play = (part: number, recorded: readonly string[] = []): readonly string[] =>
  namesOf(drawnScenarios({ groups, share: 1 / 10, part, recorded }));

test('some of each controller are drawn, the same ones for the same part', () => {
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

test('a scenario more does not change what is drawn of another controller', () => {
  const more = drawnScenarios({ groups: { ...groups, few: group('few', 9) }, share: 1 / 10, part: 1, recorded: [] });
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

test.each([1 / 10, 1 / 3])('successive parts play all scenarios, with a share of %f', (share) => {
  const parts = Array.from({ length: Math.ceil(1 / share) }, (_, index) => 500 + index);
  const played = parts.flatMap((part) => drawnScenarios({ groups: scenarioGroups, share, part, recorded: [] }));
  expect(new Set(namesOf(played))).toEqual(new Set(namesOf(scenarios)));
});
