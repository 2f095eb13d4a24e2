import { describe, expect, test } from 'vitest';
import { ageOf, humanDuration } from './duration.ts';

const [MINUTE, HOUR, DAY, YEAR] = [60, 3600, 86_400, 31_536_000];

describe('humanDuration', () => {
  test.each<[number, string]>([
    [-2, '<invalid>'],
    [-0.5, '0s'],
    [0, '0s'],
    [119, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 20, '3m20s'],
    [10 * MINUTE + 30, '10m'],
    [3 * HOUR, '3h'],
    [3 * HOUR + 5 * MINUTE, '3h5m'],
    [9 * HOUR, '9h'],
    [2 * DAY, '2d'],
    [2 * DAY + 3 * HOUR, '2d3h'],
    [8 * DAY + HOUR, '8d'],
    [2 * YEAR + 5 * DAY, '2y5d'],
    [9 * YEAR, '9y'],
  ])('%d', (seconds, wanted) => {
    expect(humanDuration(seconds)).toBe(wanted);
  });

  test('formats ages', () => {
    expect(ageOf('2026-01-01T00:00:00Z', 1_767_225_605_000)).toBe('5s');
    expect(ageOf(undefined, 0)).toBe('<unknown>');
    expect(ageOf('soon', 0)).toBe('<invalid>');
  });
});
