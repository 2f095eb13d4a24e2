import type { ObjectKey } from '@kb/apimachinery';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManager } from '../manager/create-manager.ts';
import type { Manager } from '../manager/manager.ts';
import { compute } from '../test-support/compute-adapter.ts';
import { type LoopWatch, watchLoop } from '../test-support/loop-watch-adapter.ts';
import { newController } from './builder.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Controller } from './controller.ts';
import { timerSource } from './source/timer-source.ts';

/**
 * How long a run computes, in ms. The event loop gets a turn after 10 ms: 5 runs, and one more for the time of the turn
 * itself.
 */
const computing = 2;
const runsBetweenTurns = 6;

let loop: LoopWatch;
/** The largest number of runs between two firings of a 1 ms timer. */
let most: number;
let runs: number;
/** Resolved by the last expected run. */
let all: PromiseWithResolvers<void>;
let wanted: number;
let last: { timers: number; runs: number };

beforeEach(async () => {
  loop = await watchLoop();
  most = 0;
  runs = 0;
  all = Promise.withResolvers();
  last = { timers: 0, runs: 0 };
});
afterEach(() => loop.close());

const run = (): void => {
  compute(computing);
  runs += 1;
  if (loop.timers() > last.timers) last = { timers: loop.timers(), runs };
  most = Math.max(most, runs - last.runs);
  if (runs === wanted) all.resolve();
};

const unreachable = createClient({
  clock: systemClock,
  transport: { send: () => Promise.reject(new Error('nothing is asked of the API server here')) },
});

/** Reconciles `keys` keys with each controller, in real time, with one manager for each list of controllers. */
async function workOff(keys: number, managers: readonly (readonly Controller[])[]): Promise<void> {
  wanted = keys * managers.flat().length;
  const made: Manager[] = managers.map((controllers) =>
    createManager({ client: unreachable, clock: systemClock, random: systemRandom, controllers }),
  );
  const started = made.map((manager) => manager.start());
  await all.promise;
  await Promise.all(made.map((manager) => manager.stop()));
  await Promise.all(started);
}

function controllerOf(
  name: string,
  keys: number,
  reconcile: Controller['reconcile'],
  options: ControllerOptions = {},
): Controller {
  const objects: ObjectKey[] = Array.from({ length: keys }, (_, n) => ({ name: `k${n}` }));
  return newController()
    .named(name)
    .withOptions(options)
    .watchesRawSource(timerSource({ every: 3_600_000, immediately: true }, () => objects))
    .reconcile(reconcile);
}

const names = Array.from({ length: 10 }, (_, n) => `c${n}`);

describe('runs that only compute do not starve the event loop', () => {
  test.each<[string, number, number, (keys: number) => Controller[][]]>([
    ['in one controller', 150, runsBetweenTurns, (keys) => [[controllerOf('c', keys, run)]]],
    ['in ten controllers', 15, runsBetweenTurns, (keys) => [names.map((name) => controllerOf(name, keys, run))]],
    ['in ten managers', 15, runsBetweenTurns, (keys) => names.map((name) => [controllerOf(name, keys, run)])],
    [
      'with ten workers',
      150,
      runsBetweenTurns,
      (keys) => [[controllerOf('c', keys, run, { maxConcurrentReconciles: 10 })]],
    ],
    [
      'when each run awaits values that are already available',
      150,
      runsBetweenTurns,
      (keys) => [
        [
          controllerOf('c', keys, async () => {
            await Promise.resolve();
            run();
          }),
        ],
      ],
    ],
    [
      // All runs that began continue before the loop turns: at most eight begin in one turn.
      'when runs of many workers await values that are already available',
      150,
      runsBetweenTurns + 8,
      (keys) => [
        [
          controllerOf(
            'c',
            keys,
            async () => {
              await Promise.resolve();
              run();
            },
            { maxConcurrentReconciles: 100 },
          ),
        ],
      ],
    ],
  ])('%s', async (_name, keys, limit, make) => {
    await workOff(keys, make(keys));
    expect(most).toBeLessThanOrEqual(limit);
    // There are at least 25 turns.
    expect(loop.reads()).toBeGreaterThan(5);
  });

  test('no controller waits for all keys of another', async () => {
    const order: string[] = [];
    const one = (name: string): Controller =>
      controllerOf(name, 50, () => {
        order.push(name);
        run();
      });
    await workOff(50, [[one('a'), one('b')]]);
    expect(order.indexOf('b')).toBeLessThanOrEqual(runsBetweenTurns);
    expect(order.lastIndexOf('a')).toBeGreaterThan(order.length / 2);
    expect(order.lastIndexOf('b')).toBeGreaterThan(order.length / 2);
  });
});
