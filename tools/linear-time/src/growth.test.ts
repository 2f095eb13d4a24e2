import { describe, expect, it } from 'vitest';
import { attackText } from './attacks.ts';
import { findSlowAttack } from './find-slow-attack.ts';
import { excessOf } from './growth.ts';

/** Steps that no compiler leaves out. */
function spin(steps: number): number {
  let x = 1;
  for (let step = 0; step < steps; step += 1) x = (Math.imul(x, 1_664_525) + 1_013_904_223) | 0;
  return x;
}

describe('excessOf', () => {
  it('lets linear work pass, however slow it is', async () => {
    expect(await excessOf((size) => spin(size * 100))).toBeUndefined();
  });

  it('lets work of n log n pass', async () => {
    expect(await excessOf((size) => spin(size * Math.log2(size) * 20))).toBeUndefined();
  });

  it('finds quadratic work', async () => {
    const excess = await excessOf((size) => spin((size * size) / 2));
    expect(excess?.largerSize).toBeLessThanOrEqual(65_536);
    expect(excess?.ratio).toBeGreaterThan(24);
  });
});

describe('findSlowAttack', () => {
  it('finds what an expression takes quadratic time for, and names it', async () => {
    expect(await findSlowAttack({ name: 'blanks', read: (text) => text.replace(new RegExp(' +$'), '') })).toMatch(
      /^\{"prefix":"","repeated":" ","suffix":"!"\}: .* ms for \d+ characters, .* \(\d+ times\)$/,
    );
  });

  it('passes a reader that looks at each character once', async () => {
    expect(await findSlowAttack({ name: 'letters', read: (text) => text.replaceAll('a', 'b') })).toBeUndefined();
  });
});

it('an attack has the length that is asked for', () => {
  expect(attackText({ prefix: '[', repeated: 'ab', suffix: '!' }, 9)).toBe('[ababab!');
});
