import type { Answer } from '@kb/apiserver/recorded';
import { describe, expect, test } from 'vitest';
import { causesInOtherOrder, haveSameWarnings } from './order-of-causes.ts';

/** A refusal with causes of these fields. */
function refusal(...fields: readonly string[]): Answer {
  const causes = fields.map((field) => ({ reason: 'FieldValueInvalid', message: 'wrong', field }));
  return { status: 422, headers: {}, body: { kind: 'Status', details: { causes } } };
}

/** What is found when the real server answers like this, one time after the other. */
async function found(ours: Answer, real: Answer, ...again: readonly Answer[]) {
  let asked = 0;
  const pair = await causesInOtherOrder(real, ours, async () => again[asked++ % again.length]);
  return { pair: pair?.map((cause) => (JSON.parse(cause) as { field: string }).field), asked };
}

describe('causes in another order', () => {
  test('are not looked for when the orders are the same, or one has fewer', async () => {
    expect(await found(refusal('a', 'b'), refusal('a', 'b'))).toEqual({ pair: undefined, asked: 0 });
    expect(await found(refusal('a'), refusal('b', 'a'))).toEqual({ pair: undefined, asked: 0 });
  });

  test('are a difference when the real server never changes their order', async () => {
    const real = refusal('a', 'b', 'c');
    expect(await found(refusal('b', 'a', 'c'), real, real)).toEqual({ pair: ['a', 'b'], asked: 400 });
  });

  test('are chance when it does', async () => {
    const real = refusal('a', 'b', 'c');
    expect(await found(refusal('b', 'a', 'c'), real, real, refusal('c', 'b', 'a'))).toEqual({
      pair: undefined,
      asked: 2,
    });
  });

  test('are a difference when only others change theirs', async () => {
    const [real, other] = [refusal('a', 'b', 'c'), refusal('b', 'a', 'c')];
    expect(await found(refusal('c', 'a', 'b'), real, other, real)).toEqual({ pair: ['a', 'c'], asked: 400 });
  });

  test('are looked for among warnings, too', async () => {
    const warned = (...texts: readonly string[]): Answer => ({
      status: 200,
      headers: { warning: texts.map((text) => `299 - "${text}"`).join('\n') },
      body: {},
    });
    const [real, ours] = [warned('a', 'b'), warned('b', 'a')];
    expect(haveSameWarnings(real, ours)).toBe(true);
    expect(haveSameWarnings(real, warned('a'))).toBe(false);
    expect(await causesInOtherOrder(real, ours, async () => real)).toEqual(['299 - "a"', '299 - "b"']);
    expect(await causesInOtherOrder(real, ours, async () => ours)).toBeUndefined();
  });
});
