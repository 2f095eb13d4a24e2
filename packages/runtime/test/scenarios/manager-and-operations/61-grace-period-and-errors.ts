import assert from 'node:assert/strict';
import { aborted } from '../../../src/abort-scope.ts';
import type { Manager } from '../../../src/manager/manager.ts';
import type { Runnable } from '../../../src/manager/runnables/runnable.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

/** Ends this long after it was stopped, or never when the time is infinite. */
function slow(environment: ScenarioEnvironment, ms: number, done: string[]): Runnable {
  return {
    name: `takes ${ms} ms`,
    group: 'others',
    start: async (signal) => {
      await aborted(signal);
      if (ms === Number.POSITIVE_INFINITY) await new Promise<never>(() => undefined);
      await environment.clock.sleep(ms);
      done.push(`${ms}`);
    },
  };
}

function failing(error: unknown): Runnable {
  return { name: 'fails', group: 'leader-election', start: () => Promise.reject(error) };
}

interface Ended {
  /** What `start` rejected with; undefined when it did not. */
  readonly error: unknown;
  /** How long the stop took. */
  readonly took: number;
}

/** Starts a manager, stops it when `stop` is true, and waits for its end. */
async function run(environment: ScenarioEnvironment, manager: Manager, stop: boolean): Promise<Ended> {
  let ended: { error: unknown } | undefined;
  const running = manager.start().then(
    () => void (ended = { error: undefined }),
    (error: unknown) => void (ended = { error }),
  );
  await (stop ? manager.elected : manager.ready.catch(() => undefined));
  const begin = environment.clock.now();
  if (stop) void manager.stop();
  await environment.eventually(() => assert.ok(ended), 120_000);
  await running;
  return { error: ended?.error, took: environment.clock.now() - begin };
}

export const scenario: Scenario = {
  name: 'A grace period of 0 waits for nobody, a finite one is an error when it is over, an infinite one waits; errors of runnables and of the stop are both reported, aborts are not',
  run: async (environment) => {
    const managerOf = (gracefulShutdownTimeout: number, ...runnables: readonly Runnable[]): Manager => {
      const manager = environment.manager({ gracefulShutdownTimeout });
      for (const runnable of runnables) manager.add(runnable);
      return manager;
    };
    const done: string[] = [];
    const never = slow(environment, Number.POSITIVE_INFINITY, done);

    // A period of 0: nothing is waited for, and that is not an error.
    const none = await run(environment, managerOf(0, never), true);
    assert.equal(none.error, undefined);
    // With any grace period this would wait forever; in real time a busy machine allows no further check.
    if (environment.virtualClock) assert.equal(none.took, 0);

    // A long enough period: everything is waited for.
    const enough = await run(environment, managerOf(10_000, slow(environment, 200, done)), true);
    assert.deepEqual([enough.error, done.splice(0)], [undefined, ['200']]);

    // An infinite period: everything is waited for, however long it takes.
    const infinite = managerOf(-1, slow(environment, 100, done), slow(environment, 1500, done));
    assert.deepEqual([(await run(environment, infinite, true)).error, done.splice(0)], [undefined, ['100', '1500']]);

    // A period that is exceeded: an error.
    const late = await run(environment, managerOf(300, never), true);
    assert.ok(late.error instanceof Error);
    assert.match(late.error.message, /grace period of 0\.3 s/);
    // Node's timers may fire a fraction of a millisecond early.
    assert.ok(late.took >= 299, `${late.took} ms`);

    // A runnable fails: the others end gracefully, and its error is rethrown.
    const broken = new Error('not feeling like that');
    const failed = await run(environment, managerOf(10_000, slow(environment, 50, done), failing(broken)), false);
    assert.equal(failed.error, broken);
    assert.deepEqual(done.splice(0), ['50']);

    // A runnable fails, and the period is exceeded: both errors are reported.
    const both = await run(environment, managerOf(100, never, failing(broken)), false);
    assert.ok(both.error instanceof AggregateError);
    assert.equal(both.error.errors[0], broken);
    assert.match(String(both.error.errors[1]), /grace period/);
    assert.match(both.error.message, /^not feeling like that; .*grace period of 0\.1 s/);

    // Aborts are expected.
    const logged = environment.lines.length;
    const aborting: Runnable = {
      name: 'rejects with its signal',
      group: 'others',
      start: (signal) => environment.clock.sleep(3_600_000, signal),
    };
    const abortError: Runnable = {
      name: 'rejects with an AbortError',
      group: 'caches',
      start: async (signal) => {
        await aborted(signal);
        throw new DOMException('aborted', 'AbortError');
      },
    };
    assert.equal((await run(environment, managerOf(10_000, aborting, abortError), true)).error, undefined);
    assert.deepEqual(
      environment.lines.slice(logged).filter(({ level }) => level === 'error'),
      [],
    );

    // Further errors while stopping are logged.
    const sore: Runnable = {
      name: 'fails late',
      group: 'others',
      start: async (signal) => {
        await aborted(signal);
        throw new Error('sore');
      },
    };
    assert.equal((await run(environment, managerOf(10_000, sore), true)).error, undefined);
    const errors = environment.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
    assert.ok(errors.includes('error received after stop sequence was engaged'), errors.join());
  },
};
