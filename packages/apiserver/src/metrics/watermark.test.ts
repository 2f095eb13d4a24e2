import { expect, test } from 'vitest';
import { createWatermark } from './watermark.ts';

test('is the highest number of this second and the one before', () => {
  let now = 10_000;
  const mark = createWatermark(() => now);
  mark.enter();
  mark.enter();
  mark.leave();
  expect(mark.highest()).toBe(2);
  now += 1000;
  expect(mark.highest()).toBe(2);
  now += 1000;
  expect(mark.highest()).toBe(1);
  mark.leave();
  mark.enter();
  expect(mark.highest()).toBe(1);
  mark.leave();
  now += 60_000;
  expect(mark.highest()).toBe(0);
});
