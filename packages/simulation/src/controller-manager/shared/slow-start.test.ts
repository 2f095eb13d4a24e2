import { describe, expect, test } from 'vitest';
import { slowStart } from './slow-start.ts';

describe('slowStart', () => {
  test.each([
    // calls that fail, calls wanted, successes, calls made
    [[], 10, 10, 10],
    [[], 0, 0, 0],
    [[1], 10, 0, 1],
    [[3], 10, 2, 3],
    [[2, 3], 10, 1, 3],
    [[10], 10, 9, 10],
  ])('when calls %j of %s fail, %s succeed and %s are made', async (failing: number[], count, successes, made) => {
    let calls = 0;
    const result = await slowStart(count, () => {
      calls += 1;
      return failing.includes(calls) ? Promise.reject(new Error(`call ${calls}`)) : Promise.resolve();
    });
    expect([result.successes, calls]).toEqual([successes, made]);
    expect(result.failure === undefined).toBe(failing.length === 0);
  });
});
