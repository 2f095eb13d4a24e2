import { describe, expect, test } from 'vitest';
import { attackText } from './attacks.ts';
import { findSlowAttack } from './find-slow-attack.ts';
import { excessOf } from './growth.ts';

/** Computes for a number of steps, in a way that the compiler cannot optimize away. */
function spin(steps: number): number {
  let x = 1;
  for (let step = 0; step < steps; step += 1) x = (Math.imul(x, 31) + 7) | 0;
  return x;
}

describe('excessOf', () => {
  test('accepts linear work, however slow it is', async () => {
    expect(await excessOf((size) => spin(size * 100))).toBeUndefined();
  });

  test('accepts work of n log n', async () => {
    expect(await excessOf((size) => spin(size * Math.log2(size) * 20))).toBeUndefined();
  });

  test('finds quadratic work', async () => {
    const excess = await excessOf((size) => spin((size * size) / 2));
    expect(excess?.largerSize).toBeLessThanOrEqual(65_536);
    expect(excess?.ratio).toBeGreaterThan(24);
  });
});

describe('findSlowAttack', () => {
  test('finds and describes an attack that makes a regular expression quadratic', async () => {
    const own = [{ prefix: '', repeated: ' ', suffix: '!' }];
    const read = (text: string): string => text.replace(new RegExp(' +$'), '');
    expect(await findSlowAttack({ name: 'blanks', read, own })).toMatch(
      /^\{"prefix":"","repeated":" ","suffix":"!"\}: .* ms for \d+ characters, .* \(\d+ times\)$/,
    );
  });

  test('accepts a reader that visits each character once', async () => {
    expect(await findSlowAttack({ name: 'letters', read: (text) => text.replaceAll('a', 'b') })).toBeUndefined();
  });
});

test('attackText returns a text of the requested length', () => {
  expect(attackText({ prefix: '[', repeated: 'ab', suffix: '!' }, 9)).toBe('[ababab!');
});
