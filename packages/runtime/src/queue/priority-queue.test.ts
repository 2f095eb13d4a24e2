import { describe, expect, test } from 'vitest';
import { createPriorityQueue, type PriorityQueue, withoutPriorities } from './priority-queue.ts';
import { itemExponentialFailureRateLimiter } from './rate-limiter.ts';
import { createRateLimitingQueue } from './rate-limiting-queue.ts';
import { createManualClock } from '../test-support/manual-clock.ts';
import { createTestQueue } from '../test-support/test-queue.ts';

test('a waiting getter gets the key with the highest priority of those that became ready while the process was blocked', async () => {
  let now = 0;
  let wake: () => void = () => undefined;
  const clock = {
    now: () => now,
    after: (_: number, run: () => void) => {
      wake = run;
      return () => undefined;
    },
    sleep: () => Promise.reject(new Error('nothing waits on this clock')),
  };
  const queue = createPriorityQueue<string>({ clock, limiter: itemExponentialFailureRateLimiter() });
  queue.addAfter('early', 5);
  queue.addWithOptions('important', { after: 6, priority: 1 });
  const got = queue.get();
  now = 100;
  wake();
  expect(await got).toEqual({ item: 'important', priority: 1 });
  expect(queue.take()?.item).toBe('early');
});

test('many priorities do not keep a list each, and each keeps its order', () => {
  const queue = createPriorityQueue<string>({
    clock: createManualClock(),
    limiter: itemExponentialFailureRateLimiter(),
  });
  const priorities = Array.from({ length: 1000 }, (_, index) => ((index * 379) % 1000) - 500);
  for (const priority of priorities) queue.addWithOptions(`${priority}`, { priority });
  const taken: number[] = [];
  for (let got = queue.take(); got; got = queue.take()) taken.push(got.priority);
  expect(taken).toEqual(priorities.toSorted((a, b) => b - a));
});

test('done does nothing for an item that was not handed out, or a second time', () => {
  const queue = createPriorityQueue<string>({
    clock: createManualClock(),
    limiter: itemExponentialFailureRateLimiter(),
  });
  queue.done('a');
  queue.add('a');
  queue.done('a');
  expect([queue.length, queue.take()?.item]).toEqual([1, 'a']);
  queue.done('a');
  queue.done('a');
  expect([queue.length, queue.take()]).toEqual([0, undefined]);
});

test('clear drops ready and waiting items, not those that are being worked on', () => {
  const clock = createManualClock();
  const queue = createPriorityQueue<string>({ clock, limiter: itemExponentialFailureRateLimiter() });
  queue.add('a');
  queue.take();
  for (const item of ['a', 'b']) queue.add(item);
  queue.addAfter('c', 10);
  queue.clear();
  expect([queue.length, queue.delayed, clock.pending]).toEqual([0, 0, 0]);
  queue.add('a');
  expect(queue.take()).toBeUndefined();
  queue.done('a');
  expect(queue.take()?.item).toBe('a');
});

test('a queue without priorities accepts the options and ignores priorities', () => {
  const clock = createManualClock();
  const queue = withoutPriorities(createRateLimitingQueue<string>(clock, itemExponentialFailureRateLimiter()));
  queue.addWithOptions('a', {});
  queue.addWithOptions('b', { priority: 9 });
  queue.addWithOptions('c', { after: 7 });
  queue.addWithOptions('d', { rateLimited: true, after: 1 });
  expect([queue.take(), queue.take(), queue.take()]).toEqual([
    { item: 'a', priority: 0 },
    { item: 'b', priority: 0 },
    undefined,
  ]);
  clock.move(5);
  expect(queue.take()?.item).toBe('d');
  clock.move(2);
  expect(queue.take()?.item).toBe('c');
});

describe.each([true, false])('a waiting caller, with priorities %s', (priorities) => {
  const make = (): PriorityQueue<string> => createTestQueue(createManualClock(), { priorities }).queue;

  test('gets no item before it takes one: an item that was added many times until then is handed out once', async () => {
    const queue = make();
    const got = queue.get();
    for (let times = 0; times < 3; times += 1) queue.add('a');
    expect(queue.length).toBe(1);
    expect((await got)?.item).toBe('a');
    queue.done('a');
    expect([queue.length, queue.take()]).toEqual([0, undefined]);
  });

  test('keeps waiting when another caller was faster, and misses no later item', async () => {
    const queue = make();
    const got = [queue.get(), queue.get()];
    queue.add('a');
    expect(queue.take()?.item).toBe('a');
    await Promise.resolve();
    for (const item of ['b', 'c']) queue.add(item);
    expect(new Set((await Promise.all(got)).map((one) => one?.item))).toEqual(new Set(['b', 'c']));
  });

  test('is woken for an item that was added while it was worked on, after its end, and for the shutdown', async () => {
    const queue = make();
    queue.add('a');
    queue.take();
    queue.add('a');
    let told: boolean | undefined;
    const waiting = queue.available().then((more) => {
      told = more;
    });
    await Promise.resolve();
    expect(told).toBeUndefined();
    queue.done('a');
    await waiting;
    expect([told, queue.take()?.item]).toEqual([true, 'a']);
    const end = queue.available();
    queue.shutDown();
    expect([await end, await queue.available()]).toEqual([false, false]);
  });
});

test('gets the item with the highest priority of those added together', async () => {
  const { queue } = createTestQueue(createManualClock());
  const got = queue.get();
  queue.addWithOptions('usual', {});
  queue.addWithOptions('important', { priority: 1 });
  expect(await got).toEqual({ item: 'important', priority: 1 });
});
