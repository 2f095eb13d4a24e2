import type { JsonValue } from '@kb/apimachinery';
import { createTestEnvironment } from '@kb/testing';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** How far time moves at once, in milliseconds: less than any wait of a scenario. */
const STEP_MS = 50;

/**
 * Runs a scenario on an embedded server of its own, in this process, with simulated controllers, on virtual time: it
 * moves only when nothing is left to do, so that what has settled after some time has settled however fast the machine
 * is.
 */
export async function runOnVirtualTime(scenario: Scenario): Promise<JsonValue> {
  await using environment = await createTestEnvironment({ controlPlane: 'embedded' });
  const state = { over: false };
  const running = runScenario(scenario, environment.client, environment.clock).finally(() => (state.over = true));
  // It is awaited below; until then it may have failed already.
  running.catch(() => undefined);
  while (!state.over) await environment.advance(STEP_MS);
  return await running;
}
