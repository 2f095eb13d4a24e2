import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { minutes, seconds } from '../../../src/durations.ts';
import type { Manager } from '../../../src/manager/manager.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A cache that does not sync in time ends the start with the kind in the message; stopping meanwhile is not an error',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    environment.intercept = (request, signal) => (request.path.includes('/widgets') ? noAnswer(signal) : undefined);
    await times(environment, undefined, minutes(2));
    await times(environment, seconds(7), seconds(7));

    const stopped = manager(environment, undefined);
    const outcome = stopped.start().then(
      () => 'no error',
      (error: unknown) => error,
    );
    await environment.virtualClock?.advance(seconds(30));
    const stopping = stopped.stop();
    await environment.virtualClock?.advance(1);
    await stopping;
    assert.equal(await outcome, 'no error');
  },
};

/** Never resolves; rejects when it is aborted. */
function noAnswer(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function manager(environment: ScenarioEnvironment, cacheSyncTimeout: number | undefined): Manager {
  return environment.manager({
    controllers: [
      controllerFor(widgets)
        .withOptions({ ...(cacheSyncTimeout !== undefined && { cacheSyncTimeout }) })
        .reconcile(() => undefined),
    ],
  });
}

async function times(
  environment: ScenarioEnvironment,
  cacheSyncTimeout: number | undefined,
  expected: number,
): Promise<void> {
  const ended: unknown[] = [];
  const running = manager(environment, cacheSyncTimeout).start();
  running.catch((error: unknown) => ended.push(error));
  await environment.virtualClock?.advance(expected - 1);
  assert.equal(ended.length, 0);
  await environment.virtualClock?.advance(seconds(31));
  assert.match(String(ended[0]), new RegExp(`Widget did not sync within ${expected / 1000} s`));
  assert.ok(environment.lines.some(({ message }) => message === 'Could not wait for Cache to sync'));
}
