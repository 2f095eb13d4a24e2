import { expect, test } from 'vitest';
import { availableValues, combinationsOf } from './dimensions.ts';
import { chooseProjects, oldProjects, withoutKinds } from './projects.ts';

const everything = 'a flag --namespaced, and the parts own-certificates and helm';
const combinations = combinationsOf(availableValues(() => everything).values);
const all = combinations.length + withoutKinds.length + oldProjects().length;

const namesOf = (choice: Parameters<typeof chooseProjects>[1]): string[] =>
  chooseProjects(combinations, choice).chosen.map(({ name }) => name);

test('a full run plays every combination, projects without kinds and every update once, from any place', () => {
  const names = namesOf({ full: true, part: 0, runs: 1000 });
  expect(new Set(names).size).toBe(all);
  expect(names.slice(-oldProjects().length)).toEqual(oldProjects().map(({ name }) => name));
  expect(namesOf({ full: true, part: 40, runs: 1000 }).toSorted()).toEqual(names.toSorted());
});

test('consecutive parts of a full run play all of it', () => {
  const parts = [0, 50, 100].flatMap((part) => namesOf({ full: true, part, runs: Math.min(50, all - part) }));
  expect(parts).toEqual(namesOf({ full: true, part: 0, runs: 1000 }));
});

test('other runs play rows of pairs, and begin again after the last one', () => {
  const { all: rows, chosen } = chooseProjects(combinations, { full: false, part: 0, runs: 1000 });
  expect(chosen).toHaveLength(rows);
  expect(rows).toBeLessThan(all);
  const [first] = chosen;
  expect(namesOf({ full: false, part: rows - 1, runs: 2 })).toEqual([chosen.at(-1)?.name, first?.name]);
  expect(namesOf({ full: false, part: 3 * rows, runs: 1 })).toEqual([first?.name]);
});
