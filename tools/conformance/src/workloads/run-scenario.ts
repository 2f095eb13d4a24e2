import type { Clock, JsonValue } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { collect } from './collect.ts';
import { normalise } from './normalise.ts';
import { playScenario } from './play-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';

/**
 * Plays a scenario in a new namespace of an API server whose Pods become ready. Returns the objects at the end,
 * normalised.
 */
export async function runScenario(scenario: Scenario, client: Client, clock: Clock): Promise<JsonValue> {
  const withNodes = scenario.nodes !== undefined;
  const kinds = scenario.alsoCompared ?? [];
  const stage = { client, clock, namespace: `w-${scenario.name}`, withNodes, kinds };
  await playScenario(scenario, stage);
  return normalise(await collect(stage), stage.namespace, scenario.varies);
}

/**
 * Runs scenarios, several at a time, because in real time they mostly wait. Calls `onResult` for each when it ends,
 * with its objects or its error.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  run: (scenario: Scenario) => Promise<JsonValue>,
  onResult: (scenario: Scenario, result: { readonly objects: JsonValue } | { readonly error: unknown }) => void,
  atOnce = 6,
): Promise<void> {
  const left = [...scenarios];
  const worker = async (): Promise<void> => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      try {
        onResult(scenario, { objects: await run(scenario) });
      } catch (error) {
        onResult(scenario, { error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
