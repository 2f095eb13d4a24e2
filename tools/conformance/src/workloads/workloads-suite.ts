import { systemClock } from '@kb/client';
import type { Failure, Suite } from '../suite.ts';
import { differences } from './difference.ts';
import { readExpected } from './expected.ts';
import { runOnVirtualTime } from './run-on-virtual-time.ts';
import { runScenario, runScenarios } from './run-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';

/**
 * What workloads do: after each scenario the objects are those that kube-controller-manager leaves, as recorded in
 * `testdata/` (see `record-expected.ts`). On a real control plane in real time; on the embedded server on virtual time,
 * each scenario on a server of its own.
 */
export const workloadsSuite: Suite = {
  name: 'workloads',
  run: async ({ client, real }) => {
    const failures: Failure[] = [];
    const play = (scenario: Scenario) =>
      real ? runScenario(scenario, client, systemClock) : runOnVirtualTime(scenario);
    await runScenarios(scenarios, play, (scenario, result) => {
      const message = 'error' in result ? String(result.error) : problem(readExpected(scenario), result.objects);
      if (message !== undefined) failures.push({ name: scenario.name, message });
    });
    return { total: scenarios.length, failures };
  },
};

function problem(
  expected: ReturnType<typeof readExpected>,
  actual: Parameters<typeof differences>[1],
): string | undefined {
  if (expected === undefined) return 'nothing is recorded for this scenario: run record-expected.ts';
  const lines = differences(expected, actual);
  return lines.length === 0 ? undefined : lines.join('\n');
}
