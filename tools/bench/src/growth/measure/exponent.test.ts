import { describe, expect, test } from 'vitest';
import { exponentOf, predictedCost, type SizedCost } from './exponent.ts';

const curve = (cost: (size: number) => number, sizes = [100, 200, 400, 800]): SizedCost[] =>
  sizes.map((size) => ({ size, seconds: cost(size) }));

describe('exponentOf', () => {
  test('is the power that the cost grows with', () => {
    expect(exponentOf(curve((size) => size * 3e-4))).toBeCloseTo(1, 10);
    expect(exponentOf(curve((size) => size ** 2 * 1e-7))).toBeCloseTo(2, 10);
    expect(exponentOf(curve(() => 0.5))).toBeCloseTo(0, 10);
    expect(exponentOf(curve((size) => size ** 1.5, [7, 30, 31]))).toBeCloseTo(1.5, 10);
  });

  test('is the slope of the least squares line when points are not on it', () => {
    // By hand: in units of log 2, x is 0, 1, 2, 3 and y is 0, 2, 2, 4.
    const costs = [1, 4, 4, 16].map((seconds, index) => ({ size: 2 ** index, seconds }));
    expect(exponentOf(costs)).toBeCloseTo(1.2, 10);
  });

  test('is below the power when a fixed cost is added', () => {
    const slope = exponentOf(curve((size) => 0.1 + size * 1e-3));
    expect(slope).toBeGreaterThan(0.7);
    expect(slope).toBeLessThan(1);
  });

  test('is NaN without two sizes, or without a measurable time', () => {
    expect(exponentOf([])).toBeNaN();
    expect(exponentOf([{ size: 100, seconds: 1 }])).toBeNaN();
    expect(exponentOf(curve((size) => size, [100, 100]))).toBeNaN();
    expect(exponentOf(curve((size) => (size === 100 ? 0 : size)))).toBeNaN();
  });
});

describe('predictedCost', () => {
  test('continues the growth between the last two sizes', () => {
    const costs = [
      { size: 100, seconds: 1 },
      { size: 200, seconds: 2 },
      { size: 400, seconds: 8 },
    ];
    expect(predictedCost(costs, 800)).toBeCloseTo(32, 10);
  });

  test('is at least linear, and linear after one size', () => {
    expect(predictedCost([{ size: 100, seconds: 2 }], 300)).toBeCloseTo(6, 10);
    expect(
      predictedCost(
        curve(() => 3),
        1600,
      ),
    ).toBeCloseTo(6, 10);
    expect(predictedCost([], 100)).toBe(0);
  });
});
