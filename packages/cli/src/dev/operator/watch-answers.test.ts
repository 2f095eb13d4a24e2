import { type Clock, createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import { watchAnswers } from './watch-answers.ts';

const reconciles = [{ reconcileID: 'r', controller: 'shop', key: { namespace: 'default', name: 'web' } }];

function watched({ clock: otherClock }: { readonly clock?: (clock: Clock) => Clock } = {}) {
  const clock = createVirtualClock();
  const events: DevEvent[] = [];
  const ready = Promise.withResolvers<void>();
  let pings = 0;
  let answers = Promise.withResolvers<void>();
  let doesAnswer = true;
  let isDebugged = false;
  let isRunning = true;
  const exited = Promise.withResolvers<number>();
  const process = {
    pid: 7,
    exited: exited.promise,
    loaded: Promise.resolve([]),
    stop: () => Promise.resolve(),
    kill: () => Promise.resolve(),
    preload: () => undefined,
    load: () => undefined,
    run: () => undefined,
    reconciles: () => reconciles,
    ping() {
      pings += 1;
      answers = Promise.withResolvers();
      if (doesAnswer) answers.resolve();
      return answers.promise;
    },
  };
  const candidate = { process, ready: ready.promise, isDebugged: () => isDebugged };
  watchAnswers(candidate, {
    clock: otherClock?.(clock) ?? clock,
    tell: (event) => void events.push(event),
    isRunning: () => isRunning,
  });
  return {
    clock,
    events,
    end: () => void (isRunning = false),
    exit: () => exited.resolve(0),
    ready: () => ready.resolve(),
    attach: () => void (isDebugged = true),
    pings: () => pings,
    block: () => void (doesAnswer = false),
    release: () => {
      doesAnswer = true;
      answers.resolve();
    },
  };
}

test('an operator that does not answer is reported once, and so is its next answer', async () => {
  const { clock, events, block, release, pings } = watched();
  await clock.advance(10_000);
  expect([events, pings()]).toEqual([[], 10]);
  block();
  await clock.advance(5500);
  expect(events).toEqual([]);
  await clock.advance(3000);
  expect(events).toEqual([{ event: 'operator-hangs', pid: 7, milliseconds: 5000, reconciles }]);
  // It is asked once, however long it takes.
  expect(pings()).toBe(11);
  release();
  await clock.advance(60_000);
  expect(events.slice(1)).toEqual([{ event: 'operator-answers', pid: 7, milliseconds: 7500 }]);
  block();
  await clock.advance(8000);
  expect(events).toHaveLength(3);
});

test('one that still starts may take its time, until it says that it works', async () => {
  const { clock, events, block, ready } = watched();
  block();
  await clock.advance(60_000);
  expect(events).toEqual([]);
  ready();
  await clock.advance(4000);
  expect(events).toEqual([]);
  await clock.advance(1000);
  expect(events).toMatchObject([{ event: 'operator-hangs', milliseconds: 5000 }]);
});

test('one that a debugger may have stopped is not reported', async () => {
  const { clock, events, block, attach, release } = watched();
  await clock.advance(2000);
  attach();
  block();
  await clock.advance(60_000);
  release();
  await clock.advance(2000);
  expect(events).toEqual([]);
});

test('once it is asked to end nothing is reported, and no timer is left after its end', async () => {
  const { clock, events, block, end, exit, release } = watched();
  await clock.advance(2000);
  block();
  await clock.advance(7000);
  end();
  release();
  exit();
  await clock.settle();
  expect(clock.pending()).toBe(0);
  await clock.advance(2000);
  expect(events.map(({ event }) => event)).toEqual(['operator-hangs']);
});

test('a machine that slept, or a kb that was blocked, is not taken for an operator that hangs', async () => {
  let slept = 0;
  const { clock, events, block, release } = watched({
    clock: (clock) => ({ ...clock, now: () => clock.now() + slept, monotonic: () => clock.now() + slept }),
  });
  await clock.advance(2000);
  block();
  await clock.advance(2000);
  slept += 3_600_000;
  await clock.advance(1000);
  expect(events).toEqual([]);
  release();
  await clock.advance(10_000);
  expect(events).toEqual([]);
});
