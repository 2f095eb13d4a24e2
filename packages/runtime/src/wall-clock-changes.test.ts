import { type Clock, createVirtualClock, monotonicNow } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { controllerFor } from './controller/builder.ts';
import { resolveControllerOptions } from './controller/controller-options.ts';
import { createControllerQueue } from './controller/runner/controller-queue.ts';
import { hours, seconds } from './durations.ts';
import { createResyncSchedule } from './informer/resync-schedule.ts';
import { silentLogger } from './log/logger.ts';
import { createReflectorBackoff } from './reflector/retry/backoff.ts';
import { createRetryWindow } from './reflector/retry/retry-window.ts';
import { startEmbedded } from './test-support/embedded.ts';
import { widgets } from './test-support/widgets.ts';

/** A clock whose time is set while its timers run on. */
interface SetClock extends Clock {
  setBy: number;
}

function setClock(clock: Clock): SetClock {
  const made: SetClock = { ...clock, setBy: 0, now: () => clock.now() + made.setBy, monotonic: () => clock.now() };
  return made;
}

test.each([
  ['the clock that nobody can set', { monotonic: () => 7 }, 7],
  ['the only one there is', {}, 5],
])('measures by %s', (_what, more, want) => {
  expect(monotonicNow({ ...createVirtualClock({ now: 5 }), ...more })).toBe(want);
});

test.each([
  ['with priorities', true],
  ['without', false],
])('requeueAfter and retries come in time when the time is set back, %s', async (_what, usePriorityQueue) => {
  const env = await startEmbedded();
  const clock = setClock(env.clock);
  const begin = env.clock.now();
  const runs: string[] = [];
  const reconcile = ({ key }: { key: { name: string } }): { requeueAfter: number } => {
    runs.push(`${key.name} ${env.clock.now() - begin}`);
    if (key.name === 'bad') throw new Error('broken');
    return { requeueAfter: 40 };
  };
  await env.start([controllerFor(widgets).withOptions({ usePriorityQueue }).reconcile(reconcile)], { clock });
  await env.widget('good');
  await env.widget('bad');
  clock.setBy = -hours(1);
  await env.clock.advance(80);
  clock.setBy = hours(1);
  await env.clock.advance(80);
  expect(runs.filter((run) => run.startsWith('good'))).toEqual([
    'good 0',
    'good 40',
    'good 80',
    'good 120',
    'good 160',
  ]);
  expect(runs.filter((run) => run.startsWith('bad'))).toEqual([0, 5, 15, 35, 75, 155].map((at) => `bad ${at}`));
  await env.stop();
});

test('rate limiters get elapsed time, not the wall clock', async () => {
  const virtual = createVirtualClock();
  const clock = setClock(virtual);
  const options = resolveControllerOptions(
    { name: 'a', resource: widgets, options: { rateLimiter: (now) => limiterBy(now) } },
    undefined,
  );
  const times: number[] = [];
  function limiterBy(now: () => number) {
    times.push(now());
    return { when: () => 0, forget: () => undefined, numRequeues: () => 0 };
  }
  clock.setBy = -hours(1);
  createControllerQueue({ name: 'a', options, clock, metrics: undefined, timed: false });
  expect(times).toEqual([virtual.now()]);
});

test("the reflector's back-off does not begin again because the time was set forward", () => {
  const clock = setClock(createVirtualClock());
  const next = createReflectorBackoff(clock, () => 0);
  const waits = [next(), next()];
  clock.setBy = hours(1);
  expect([...waits, next()]).toEqual([800, 1600, 3200]);
});

test('a retry window ends in time when the time is set back', async () => {
  const virtual = createVirtualClock();
  const clock = setClock(virtual);
  const window = createRetryWindow(seconds(30), clock);
  expect(window.mayRetry()).toBe(true);
  clock.setBy = -hours(1);
  await virtual.advance(seconds(31));
  expect(window.mayRetry()).toBe(false);
});

test('resyncs go on when the time is set back', async () => {
  const virtual = createVirtualClock();
  const clock = setClock(virtual);
  const due: number[] = [];
  const begin = virtual.now();
  const schedule = createResyncSchedule<string>(clock, seconds(10), silentLogger, () => {
    due.push(virtual.now() - begin);
  });
  schedule.add('a', undefined);
  schedule.start();
  clock.setBy = -hours(1);
  await virtual.advance(seconds(20));
  schedule.stop();
  expect(due).toEqual([seconds(10), seconds(20)]);
});
