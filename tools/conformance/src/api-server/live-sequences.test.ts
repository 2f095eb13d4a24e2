import { type Area, recordingNameOf } from '@kb/apiserver/recorded';
import { expect, test } from 'vitest';
import { liveSequences } from './live-sequences.ts';

const area = (name: string, count: number): Pick<Area, 'name' | 'sequences'> => ({
  name,
  sequences: Array.from({ length: count }, (_, index) => ({ name: `${index}`, steps: [] })),
});
const areas = [area('many things', 30), area('one', 1), area('few', 4)];
const play = (seed: number, recorded: readonly string[] = [], of = areas): readonly string[] => [
  ...liveSequences({ areas: of, seed, recorded }),
];
const countIn = (names: readonly string[]): readonly number[] =>
  areas.map(({ name }) => names.filter((one) => one.startsWith(`${name}: `)).length);

test('a third of each area is drawn, the same ones for the same seed', () => {
  expect(countIn(play(1))).toEqual([10, 1, 2]);
  expect(play(1)).toEqual(play(1));
  expect(play(2)).not.toEqual(play(1));
});

test('areas that were recorded last are played whole, at most 8', () => {
  expect(countIn(play(1, ['gone', 'many-things']))).toEqual([30, 1, 2]);
  const more = Array.from({ length: 10 }, (_, index) => area(`area ${index}`, 3));
  const recorded = more.map(recordingNameOf);
  expect(play(1, recorded, more)).toHaveLength(8 * 3 + 2);
});

test('an area more does not change the draw of another one', () => {
  const withMore = play(1, [], [...areas, area('another', 9)]);
  expect(withMore.filter((name) => !name.startsWith('another'))).toEqual(play(1));
});
