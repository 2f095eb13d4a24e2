import { describe, expect, test } from 'vitest';
import { attackText } from './attacks.ts';
import { findSlowAttack } from './find-slow-attack.ts';
import { excessOf } from './growth.ts';

/** Does a number of steps that no compiler leaves out. */
function spin(steps: number): number {
  let x = 1;
  for (let step = 0; step < steps; step += 1) x = (Math.imul(x, 31) + 7) | 0;
  return x;
}

describe('excessOf', () => {
  test('lets linear work pass, however slow it is', async () => {
    expect(await excessOf((size) => spin(size * 100))).toBeUndefined();
  });

  test('lets work of n log n pass', async () => {
    expect(await excessOf((size) => spin(size * Math.log2(size) * 20))).toBeUndefined();
  });

  test('finds quadratic work', async () => {
    const excess = await excessOf((size) => spin((size * size) / 2));
    expect(excess?.largerSize).toBeLessThanOrEqual(65_536);
    expect(excess?.ratio).toBeGreaterThan(24);
  });
});

describe('findSlowAttack', () => {
  test('finds what an expression takes quadratic time for, and names it', async () => {
    expect(await findSlowAttack({ name: 'blanks', read: (text) => text.replace(new RegExp(' +$'), '') })).toMatch(
      /^\{"prefix":"","repeated":" ","suffix":"!"\}: .* ms for \d+ characters, .* \(\d+ times\)$/,
    );
  });

  test('passes a reader that looks at each character once', async () => {
    expect(await findSlowAttack({ name: 'letters', read: (text) => text.replaceAll('a', 'b') })).toBeUndefined();
  });
});

test('an attack has the length that is asked for', () => {
  expect(attackText({ prefix: '[', repeated: 'ab', suffix: '!' }, 9)).toBe('[ababab!');
});
