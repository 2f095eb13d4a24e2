import { expect, test } from 'vitest';
import { crowdedSizes } from './crowded-sizes.ts';

test('returns the full sizes by default', () => {
  expect(crowdedSizes()).toMatchObject({ objects: 200_000, definitions: 500, watchers: 2000, deleted: 50_000 });
});

test('scales the sizes in proportion, to at least one', () => {
  expect(crowdedSizes(20_000)).toMatchObject({ configMaps: 12_000, secrets: 2000, customObjects: 6000, watchers: 200 });
  expect(crowdedSizes(1)).toMatchObject({ configMaps: 1, customObjects: 0, definitions: 1, deletedDefinitions: 1 });
});

test('the objects of all kinds add up to the requested number', () => {
  for (const objects of [10, 999, 20_000, 123_457]) {
    const { configMaps, secrets, customObjects } = crowdedSizes(objects);
    expect(configMaps + secrets + customObjects).toBe(objects);
  }
});

test('throws for a size that is not a positive integer', () => {
  for (const objects of [0, -1, 1.5, Number.NaN]) expect(() => crowdedSizes(objects)).toThrow(RangeError);
});
