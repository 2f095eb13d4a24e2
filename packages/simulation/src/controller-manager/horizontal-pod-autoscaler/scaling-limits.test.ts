import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newHistory } from './scaling-history.ts';
import { limitByRules, limitWithoutRules, noteScaling, stabilize } from './scaling-limits.ts';

const behavior = {
  scaleUp: {
    selectPolicy: 'Max',
    stabilizationWindowSeconds: 60,
    policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }],
  },
  scaleDown: {
    selectPolicy: 'Max',
    stabilizationWindowSeconds: 120,
    policies: [{ type: 'Percent', value: 50, periodSeconds: 60 }],
  },
};
const bounds = { min: 1, max: 100 };
const wish = (current: number, desired: number) => ({ current, desired, ...bounds });

describe('limits of scaling', () => {
  test.each([
    [wish(1, 3), 3, 'DesiredWithinRange'],
    [wish(1, 9), 4, 'ScaleUpLimit'],
    [wish(5, 11), 10, 'ScaleUpLimit'],
    [{ ...wish(5, 9), max: 7 }, 7, 'TooManyReplicas'],
    [{ ...wish(5, 1), min: 2 }, 2, 'TooFewReplicas'],
  ])('without rules: %o', (input, replicas, reason) => {
    expect(limitWithoutRules(input)).toMatchObject({ replicas, reason });
  });

  test('count what was scaled in the period of a policy', () => {
    const history = newHistory(4, 0);
    expect(limitByRules(wish(4, 20), behavior, history, 0)).toMatchObject({ replicas: 6, reason: 'ScaleUpLimit' });
    noteScaling(behavior, history, { from: 4, to: 6, at: 0 });
    expect(limitByRules(wish(6, 20), behavior, history, 30_000)).toMatchObject({ replicas: 6, reason: 'ScaleUpLimit' });
    expect(limitByRules(wish(6, 20), behavior, history, 60_000)).toMatchObject({ replicas: 8 });
    expect(limitByRules(wish(6, 1), behavior, history, 60_000)).toMatchObject({
      replicas: 3,
      reason: 'ScaleDownLimit',
    });
    noteScaling(behavior, history, { from: 6, to: 3, at: 60_000 });
    expect(limitByRules(wish(3, 1), behavior, history, 61_000)).toMatchObject({ replicas: 3 });
  });

  test('keep within the bounds, and never turn against the wish', () => {
    const size = fc.integer({ min: 1, max: 100 });
    const property = fc.property(size, size, size, size, fc.nat({ max: 300 }), (current, desired, a, b, seconds) => {
      const input = { current, desired, min: Math.min(a, b), max: Math.max(a, b) };
      const history = newHistory(current, 0);
      noteScaling(behavior, history, { from: a, to: b, at: 0 });
      const { replicas } = limitByRules(input, behavior, history, seconds * 1000);
      const free = limitWithoutRules(input).replicas;
      expect(free).toBeLessThanOrEqual(input.max);
      expect(free).toBeGreaterThanOrEqual(Math.min(input.min, 2 * current));
      expect(replicas).toBeLessThanOrEqual(Math.max(desired, current, input.min));
      expect(replicas).toBeGreaterThanOrEqual(Math.min(desired, current, input.max));
    });
    fc.assert(property);
  });
});

describe('steadying', () => {
  test('without rules, the highest of five minutes counts', () => {
    const history = newHistory(5, 0);
    expect(stabilize(wish(5, 2), undefined, history, 60_000)).toMatchObject({
      replicas: 5,
      reason: 'ScaleDownStabilized',
    });
    expect(stabilize(wish(5, 3), undefined, history, 200_000)).toMatchObject({ replicas: 5 });
    expect(stabilize(wish(5, 2), undefined, history, 301_000)).toMatchObject({ replicas: 3 });
    expect(stabilize(wish(5, 2), undefined, history, 600_000)).toMatchObject({
      replicas: 2,
      reason: 'ReadyForNewScale',
    });
  });

  test('rules have a window for each direction', () => {
    const history = newHistory(5, 0);
    expect(stabilize(wish(5, 8), behavior, history, 30_000)).toMatchObject({
      replicas: 5,
      reason: 'ScaleUpStabilized',
    });
    expect(stabilize(wish(5, 8), behavior, history, 61_000)).toMatchObject({ replicas: 8 });
    expect(stabilize(wish(8, 2), behavior, history, 180_000)).toMatchObject({
      replicas: 8,
      reason: 'ScaleDownStabilized',
    });
    expect(stabilize(wish(8, 2), behavior, history, 182_000)).toMatchObject({ replicas: 2 });
  });

  test('remembers no more than the longest window', () => {
    const history = newHistory(1, 0);
    for (let at = 0; at < 10_000_000; at += 15_000) stabilize(wish(1, 1), behavior, history, at);
    expect(history.recommendations.length).toBeLessThan(12);
    for (let at = 0; at < 10_000_000; at += 15_000) noteScaling(behavior, history, { from: 1, to: 2, at });
    expect(history.ups.length).toBeLessThan(8);
  });
});
