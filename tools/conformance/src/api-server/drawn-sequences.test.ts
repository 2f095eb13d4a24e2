import { type Area, areas as realAreas, recordingNameOf } from '@kb/apiserver/recorded';
import { expect, test } from 'vitest';
import { liveSequences, recordedSequences } from './drawn-sequences.ts';

const area = (name: string, count: number): Pick<Area, 'name' | 'sequences'> => ({
  name,
  sequences: Array.from({ length: count }, (_, index) => ({ name: `${index}`, steps: [] })),
});
const areas = [area('many things', 30), area('one', 1), area('few', 4)];
const play = (part: number, recorded: readonly string[] = [], of = areas): readonly string[] => [
  ...liveSequences({ areas: of, part, recorded }),
];
const countIn = (names: readonly string[]): readonly number[] =>
  areas.map(({ name }) => names.filter((one) => one.startsWith(`${name}: `)).length);

test('a third of each area is played live, the same ones for the same part', () => {
  expect(countIn(play(1))).toEqual([10, 1, 2]);
  expect(play(1)).toEqual(play(1));
  expect(play(2)).not.toEqual(play(1));
});

test('areas that were recorded last are played live as a whole, at most 8', () => {
  expect(countIn(play(1, ['gone', 'many-things']))).toEqual([30, 1, 2]);
  const more = Array.from({ length: 10 }, (_, index) => area(`area ${index}`, 3));
  const recorded = more.map(recordingNameOf);
  expect(play(1, recorded, more)).toHaveLength(8 * 3 + 2);
});

test('an area more does not change what is drawn of another one', () => {
  const withMore = play(1, [], [...areas, area('another', 9)]);
  expect(withMore.filter((name) => !name.startsWith('another'))).toEqual(play(1));
});

test('an eighth of the areas is compared with the recordings as a whole, and those that were recorded last', () => {
  const more = Array.from({ length: 32 }, (_, index) => area(`area ${index}`, 3));
  expect(recordedSequences({ areas: more, part: 1, recorded: [] }).size).toBe(4 * 3);
  const all = more.map(recordingNameOf);
  expect(recordedSequences({ areas: more, part: 1, recorded: all })).toContain('area 7: 2');
  expect(recordedSequences({ areas: more, part: 1, recorded: ['gone', ...all] }).size).toBeLessThanOrEqual(12 * 3);
});

test.each([
  { what: 'live', choose: liveSequences, parts: 3 },
  { what: 'recorded', choose: recordedSequences, parts: 8 },
])('successive parts play all real sequences: $what', ({ choose, parts }) => {
  const played = new Set<string>();
  for (let part = 500; part < 500 + parts; part += 1)
    for (const name of choose({ areas: realAreas, part, recorded: [] })) played.add(name);
  expect(played.size).toBe(realAreas.reduce((sum, { sequences }) => sum + sequences.length, 0));
});
