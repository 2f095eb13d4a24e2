import { expect, test } from 'vitest';
import { createFailedPodBackOff } from './failed-pods.ts';

test('failed Pods are removed at once, then a second later, then after twice as long each time', () => {
  const backOff = createFailedPodBackOff();
  expect(backOff.waitFor('a', 0)).toBe(0);
  expect(backOff.waitFor('a', 400)).toBe(600);
  expect(backOff.waitFor('a', 1000)).toBe(0);
  expect(backOff.waitFor('a', 1500)).toBe(1500);
  expect(backOff.waitFor('a', 3000)).toBe(0);
  expect(backOff.waitFor('a', 3000)).toBe(4000);
  expect(backOff.waitFor('b', 3000)).toBe(0);
});

test('a node that has not failed for half an hour starts from the beginning', () => {
  const backOff = createFailedPodBackOff();
  for (const now of [0, 1000, 3000]) expect(backOff.waitFor('a', now)).toBe(0);
  expect(backOff.waitFor('a', 3000 + 1_800_001)).toBe(0);
  expect(backOff.waitFor('a', 3000 + 1_800_001)).toBe(1000);
});
