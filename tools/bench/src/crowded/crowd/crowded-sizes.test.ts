import { expect, test } from 'vitest';
import { crowdedSizes } from './crowded-sizes.ts';

test('the sizes are those that are asked for', () => {
  expect(crowdedSizes()).toMatchObject({ objects: 200_000, definitions: 500, watchers: 2000, deleted: 50_000 });
});

test('other sizes are in proportion, and at least one', () => {
  expect(crowdedSizes(20_000)).toMatchObject({ configMaps: 12_000, secrets: 2000, customObjects: 6000, watchers: 200 });
  expect(crowdedSizes(1)).toMatchObject({ configMaps: 1, customObjects: 0, definitions: 1, deletedDefinitions: 1 });
});

test('all objects together are as many as are asked for', () => {
  for (const objects of [10, 999, 20_000, 123_457]) {
    const { configMaps, secrets, customObjects } = crowdedSizes(objects);
    expect(configMaps + secrets + customObjects).toBe(objects);
  }
});

test('a size that is not a positive whole number is refused', () => {
  for (const objects of [0, -1, 1.5, Number.NaN]) expect(() => crowdedSizes(objects)).toThrow(RangeError);
});
