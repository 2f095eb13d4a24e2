import { describe, expect, test } from 'vitest';
import { failsTwice, type Outcome } from './fails-twice.ts';
import { WHOLE_SUITE } from './suite.ts';

const failing = (...names: string[]): Outcome => ({
  total: 5,
  failures: names.map((name) => ({ name, message: `${name} differs\n  real: 1\n  ours: 2\nanother difference` })),
});

/** Returns these outcomes, one per run. */
async function playing(...outcomes: Outcome[]): Promise<{
  readonly outcome: Outcome;
  readonly lines: readonly string[];
  readonly asked: readonly (readonly string[] | undefined)[];
}> {
  const lines: string[] = [];
  const asked: (readonly string[] | undefined)[] = [];
  const outcome = await failsTwice(
    (only) => {
      asked.push(only && [...only]);
      const next = outcomes.shift();
      return next === undefined ? Promise.reject(new Error('played too often')) : Promise.resolve(next);
    },
    (line) => lines.push(line),
  );
  expect(outcomes).toEqual([]);
  return { outcome, lines, asked };
}

describe('a suite with third-party programs', () => {
  test('runs once when nothing fails', async () => {
    expect(await playing(failing())).toEqual({ outcome: failing(), lines: [], asked: [undefined] });
  });

  test('passes when it fails once, and reports the first difference', async () => {
    expect(await playing(failing('a', 'b'), failing())).toEqual({
      outcome: failing(),
      lines: ['played again: a: a differs\n  real: 1\n  ours: 2', 'played again: b: b differs\n  real: 1\n  ours: 2'],
      asked: [undefined, ['a', 'b']],
    });
  });

  test('fails when it fails twice', async () => {
    expect((await playing(failing('a', 'b'), failing('b'))).outcome).toEqual(failing('b'));
  });

  test('passes when the second run fails in another case', async () => {
    expect((await playing(failing('a'), failing('b', 'c'))).outcome).toEqual(failing());
  });

  test('gets its two runs even if one could not be completed', async () => {
    const whole: Outcome = { total: 1, failures: [{ name: WHOLE_SUITE, message: 'no port is free' }] };
    const played = await playing(whole, failing('a', 'b'), whole, failing('a'));
    expect(played.outcome).toEqual(failing('a'));
    expect(played.asked).toEqual([undefined, undefined, ['a', 'b'], ['a', 'b']]);
    expect(played.lines[0]).toBe(`played again: ${WHOLE_SUITE}: no port is free`);
    expect((await playing(whole, whole)).outcome).toEqual(whole);
    expect((await playing(failing('a'), whole, whole)).outcome).toEqual({ ...whole, total: 5 });
  });

  test('may be skipped in the first run, but not in the second', async () => {
    const skipped = { skipped: 'Go is not installed' };
    expect((await playing(skipped)).outcome).toEqual(skipped);
    await expect(playing(failing('a'), skipped)).rejects.toThrow('played once and not twice: Go is not installed');
  });
});
