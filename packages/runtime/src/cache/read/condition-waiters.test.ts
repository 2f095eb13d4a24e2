import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createConditionWaiters } from './condition-waiters.ts';

const late = (): Error => new Error('too late');

test('a wait ends when its condition holds, with its signal, or after its timeout, and leaves no timer or listener', async () => {
  const clock = createVirtualClock();
  const waiters = createConditionWaiters(clock);
  let value = 0;
  const outcomes: string[] = [];
  const note = (name: string, waiting: Promise<void>): void => {
    waiting.then(
      () => outcomes.push(`${name} holds`),
      (error: unknown) => outcomes.push(`${name}: ${String(error)}`),
    );
  };
  const given = new AbortController();
  note(
    'now',
    waiters.wait(() => value === 0, late),
  );
  note(
    'one',
    waiters.wait(() => value >= 1, late, { timeout: 1000 }),
  );
  note(
    'two',
    waiters.wait(() => value >= 2, late, { timeout: 1000 }),
  );
  note(
    'aborted',
    waiters.wait(() => value >= 2, late, { signal: given.signal }),
  );
  note(
    'gone',
    waiters.wait(() => true, late, { signal: AbortSignal.abort('before') }),
  );
  note(
    'forever',
    waiters.wait(() => false, late),
  );
  await clock.settle();
  value = 1;
  waiters.changed();
  given.abort('given up');
  await clock.settle();
  expect(outcomes).toEqual(['now holds', 'gone: before', 'one holds', 'aborted: given up']);
  await clock.advance(1000);
  expect(outcomes.at(-1)).toBe('two: Error: too late');
  waiters.close(new Error('closed'));
  note(
    'after',
    waiters.wait(() => false, late),
  );
  note(
    'holds anyway',
    waiters.wait(() => true, late),
  );
  await clock.settle();
  expect(outcomes.slice(5).sort()).toEqual(['after: Error: closed', 'forever: Error: closed', 'holds anyway holds']);
  expect(clock.pending()).toBe(0);
});
