import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { createThreadChecks, type ThreadChecks } from './thread-checks.ts';

let clock: VirtualClock;
let checks: ThreadChecks;
let asked = 0;
/** The main thread's immediate results; undefined: it computes. */
let answer: string | null | undefined;

beforeEach(() => {
  clock = createVirtualClock();
  asked = 0;
  answer = null;
  checks = createThreadChecks({ ...clock, monotonic: () => clock.now() }, (endpoint) => {
    asked += 1;
    if (answer !== undefined) void Promise.resolve(answer).then((a) => checks.checked(endpoint, { own: a }));
  });
});

const never = new AbortController().signal;
const ask = (signal = never): Promise<unknown> =>
  Promise.resolve(checks.check('/readyz', 'own')(signal)).catch((error: unknown) => String(error));

test("the main thread's result is returned", async () => {
  expect(await ask()).toBeUndefined();
  answer = 'no disk';
  expect(await ask()).toBe('Error: no disk');
  expect(asked).toBe(2);
});

test("while it computes, the check's last result is returned, with its age", async () => {
  await ask();
  answer = undefined;
  await clock.advance(seconds(12));
  const good = ask();
  await clock.advance(500);
  expect(await good).toBe('13 s ago');
  answer = 'no disk';
  await ask();
  answer = undefined;
  await clock.advance(seconds(2));
  const bad = ask();
  await clock.advance(500);
  expect(await bad).toBe('Error: no disk (3 s ago)');
});

test('a check without a result yet is waited for, as long as a probe waits', async () => {
  answer = undefined;
  const gone = new AbortController();
  const [first, second] = [ask(gone.signal), ask()];
  await clock.advance(seconds(5));
  gone.abort();
  expect(await first).toBe('Error: it has not answered yet');
  checks.checked('/readyz', { own: null });
  expect(await second).toBeUndefined();
  expect(clock.pending()).toBe(0);
});
