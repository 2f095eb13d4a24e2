import { fileURLToPath } from 'node:url';
import { equalJson, type JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { systemClock } from '@kb/client';
import { createTestEnvironment } from '@kb/testing';
import { createDurations } from '../durations.ts';
import { readUsed } from '../used.ts';
import type { Failure, Suite, SuiteOptions } from '../suite.ts';
import { readExpected } from './expected.ts';
import { drawnScenarios } from './drawn-scenarios.ts';
import { recordedLast } from '../drawing/recorded-last.ts';
import { runScenario, runScenarios } from './run-scenario.ts';
import { repositoryRoot } from '../targets/repository.ts';
import { scenarioImages } from '../targets/scenario-images.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarioGroups, scenarios } from './scenarios/scenarios.ts';

/**
 * Compares the objects after each scenario with those that kube-controller-manager leaves, as recorded in `testdata/`
 * (see `record-expected.ts`). On a real control plane scenarios run in real time, on the embedded server on
 * virtual time, each on a separate server; a part of them unless everything is asked for.
 */
export const workloadsSuite: Suite = {
  name: 'workloads',
  resourceMetrics: true,
  run: async ({ client, real }, only, { whole, part, log }) => {
    const failures: Failure[] = [];
    const durations = createDurations(readUsed);
    const play = (scenario: Scenario) =>
      durations.measure(scenario.name, () =>
        real ? runScenario(scenario, client, systemClock) : runOnVirtualTime(scenario),
      );
    const playable = playableScenarios({ real, whole, part });
    if (playable.length < scenarios.length && only === undefined)
      log(
        `${playable.length} of ${scenarios.length} scenarios${whole ? '' : `: of each controller some of part ${part}, and the newest; --full plays all`}`,
      );
    const played = only ? playable.filter(({ name }) => only.has(name)) : playable;
    await runScenarios(played, play, (scenario, result) => {
      const message = 'error' in result ? String(result.error) : problem(readExpected(scenario), result.objects);
      if (message !== undefined) failures.push({ name: scenario.name, message });
    });
    if (real)
      log(
        `the slowest: ${durations
          .slowest(SLOWEST)
          .map((one) => one.trim())
          .join(', ')}`,
      );
    return { total: played.length, failures };
  },
};

/** Of each group, how many scenarios are drawn: in real time, all of them take a quarter of an hour. */
const SHARE_OF_REAL = 1 / 10;
const SHARE_OF_EMBEDDED = 1 / 3;

/**
 * Returns the scenarios that are played. Those with nodes of their own need another real control plane:
 * `record-expected.ts` starts it.
 */
function playableScenarios({ real, whole, part }: Pick<SuiteOptions, 'whole' | 'part'> & { readonly real: boolean }) {
  const groups = Object.entries(scenarioGroups).map(
    ([name, group]) => [name, group.filter(({ nodes }) => !real || nodes === undefined)] as const,
  );
  if (whole) return groups.flatMap(([, group]) => group);
  const share = real ? SHARE_OF_REAL : SHARE_OF_EMBEDDED;
  return drawnScenarios({ groups: Object.fromEntries(groups), share, part, recorded: recordedLast(recordings) });
}

/** The folder of what was recorded from kube-controller-manager. */
const recordings = fileURLToPath(new URL('testdata', import.meta.url));

/** How many durations are printed. */
const SLOWEST = 8;

/** The step of virtual time, in milliseconds: less than any wait of a scenario. */
const STEP_MS = 50;

/**
 * Runs a scenario on virtual time, on a separate embedded server in this process, with simulated controllers. Time
 * advances only when no work is left, so the result does not depend on the speed of the machine.
 */
async function runOnVirtualTime(scenario: Scenario): Promise<JsonValue> {
  await using environment = await createTestEnvironment({
    controlPlane: 'embedded',
    images: scenarioImages,
    ...(scenario.nodes && { nodes: scenario.nodes }),
    ...(scenario.definitions && { crds: [`${repositoryRoot}config/crd/bases`] }),
  });
  const state = { over: false };
  const running = runScenario(scenario, environment.client, environment.clock).finally(() => (state.over = true));
  // It may reject before it is awaited below.
  running.catch(() => undefined);
  while (!state.over) await environment.advance(STEP_MS);
  return await running;
}

function problem(
  expected: ReturnType<typeof readExpected>,
  actual: Parameters<typeof differences>[1],
): string | undefined {
  if (expected === undefined) return 'there is no recording of this scenario: run record-expected.ts';
  const lines = differences(expected, actual);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Lists the differences of two values: `2.status.replicas: expected 3, got 2`. Empty if they are equal. */
function differences(expected: JsonValue | undefined, actual: JsonValue | undefined, path = ''): string[] {
  if (equalJson(expected, actual)) return [];
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return [`${path || 'everything'}: expected ${print(expected)}, got ${print(actual)}`];
  }
  const [left, right] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) => differences(left.get(key), right.get(key), path === '' ? key : `${path}.${key}`));
}

const isContainer = (value: JsonValue | undefined): value is Exclude<JsonValue, null> & object =>
  typeof value === 'object' && value !== null;

const print = (value: JsonValue | undefined): string => (value === undefined ? 'nothing' : stringifyJson(value));
