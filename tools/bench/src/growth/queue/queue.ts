import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import {
  createPriorityQueue,
  createRateLimitingQueue,
  itemExponentialFailureRateLimiter,
  type PriorityQueue,
  type RateLimitingQueue,
} from '@kb/runtime';
import { type GrowthOperation, MAP_GROWTH, type Work } from '../measure/growth-operation.ts';

const limits = { firstMs: 5, longestMs: 1000 };
const PRIORITIES = 10;

/** Operations of the default work queue, which has priorities, and of the one without. */
export const queueOperations: readonly GrowthOperation[] = [
  operation('queue: for comparison, set and get in a Map', 20_000, (_, size) => () => {
    const map = new Map<string, object>();
    for (let key = 0; key < size; key += 1) map.set(keyOf(key), {});
    for (let key = 0; key < size; key += 1) if (!map.has(keyOf(key))) throw new Error(`${keyOf(key)} is missing`);
  }),
  operation('queue: add, get and done', 20_000, ({ queue }, size) => async () => {
    for (let key = 0; key < size; key += 1) queue.add(keyOf(key));
    await drain(queue, size);
  }),
  operation('queue: add, get and done, without priorities', 20_000, ({ plain }, size) => async () => {
    for (let key = 0; key < size; key += 1) plain.add(keyOf(key));
    await drain(plain, size);
  }),
  operation(`queue: add with ${PRIORITIES} priorities, get and done`, 20_000, ({ queue }, size) => async () => {
    for (let key = 0; key < size; key += 1) queue.addWithOptions(keyOf(key), { priority: key % PRIORITIES });
    await drain(queue, size);
  }),
  operation('queue: add what is queued', 20_000, ({ queue }, size) => async () => {
    for (let round = 0; round < 3; round += 1) for (let key = 0; key < size; key += 1) queue.add(keyOf(key));
    await drain(queue, size);
  }),
  operation('queue: delayed adds', 20_000, ({ queue, clock }, size) => async () => {
    // Spread over a second, in scattered order.
    for (let key = 0; key < size; key += 1) queue.addAfter(keyOf(key), 1 + ((key * 7919) % 1000));
    await clock.advance(1001);
    await drain(queue, size);
  }),
  operation('queue: delayed adds, without priorities', 20_000, ({ plain, clock }, size) => async () => {
    for (let key = 0; key < size; key += 1) plain.addAfter(keyOf(key), 1 + ((key * 7919) % 1000));
    await clock.advance(1001);
    await drain(plain, size);
  }),
  operation('queue: rate limited adds after failures', 20_000, ({ queue, clock }, size) => async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let key = 0; key < size; key += 1) queue.addRateLimited(keyOf(key));
      await clock.advance(limits.longestMs);
      await drain(queue, size);
    }
    for (let key = 0; key < size; key += 1) queue.forget(keyOf(key));
  }),
];

interface Queues {
  readonly clock: VirtualClock;
  readonly queue: PriorityQueue<string>;
  readonly plain: RateLimitingQueue<string>;
}

function operation(name: string, size: number, workOf: (queues: Queues, size: number) => Work): GrowthOperation {
  return { name, of: 'keys', size, prepare: (count) => workOf(emptyQueues(), count), reason: MAP_GROWTH };
}

function emptyQueues(): Queues {
  const clock = createVirtualClock();
  const limiter = itemExponentialFailureRateLimiter<string>(limits.firstMs, limits.longestMs);
  return { clock, queue: createPriorityQueue({ clock, limiter }), plain: createRateLimitingQueue(clock, limiter) };
}

const keyOf = (key: number): string => `default/key-${key}`;

/** Processes every ready key, and checks that it was the expected number. */
async function drain(queue: RateLimitingQueue<string>, expected: number): Promise<void> {
  let count = 0;
  while (queue.length > 0) {
    const handedOut = await queue.get();
    if (handedOut === undefined) break;
    queue.done(handedOut.item);
    count += 1;
  }
  if (count !== expected) throw new Error(`${count} of ${expected} keys were handed out`);
}
