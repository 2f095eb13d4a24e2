import { findScenarios, racks, type Scenario, widgetDefinition, widgets } from '@kb/runtime/scenarios';
import { installManifests } from '@kb/cli/dev';
import { runCases, type Suite, within } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { createRealTimeEnvironment } from './real-time-environment.ts';
import { playRestoredEtcd } from './restored-etcd.ts';

/**
 * Runs the runtime's scenarios in real time, except those that need access to the embedded server. The tests of
 * `@kb/runtime` run all of them, on virtual time.
 */
export const runtimeSuite: Suite = {
  name: "the runtime's scenarios",
  workloads: false,
  async run(target) {
    await installManifests(target.client, definitions);
    const all = await Promise.all(
      findScenarios().scenarios.map(async ({ title, load }) => ({ title, scenario: await load() })),
    );
    const shown = all.filter(({ scenario }) => scenario.embeddedOnly === undefined);
    const cases = shown.map(({ title, scenario }) => ({ title, run: () => play(scenario, target) }));
    const restored = { title: 'a backup of etcd is restored', run: () => within(SCENARIO_LIMIT, playRestoredEtcd()) };
    return runCases(
      target.real ? [...cases, restored] : cases,
      ({ title }) => title,
      ({ run }) => run(),
    );
  },
};

async function play(scenario: Scenario, target: Target): Promise<void> {
  const environment = await createRealTimeEnvironment(target);
  try {
    await within(SCENARIO_LIMIT, scenario.run(environment));
  } catch (error) {
    // The error of the scenario explains more than one from the cleanup.
    await environment.end().catch(() => undefined);
    throw error;
  }
  await environment.end();
}

/**
 * The time limit of a scenario, in milliseconds: shorter than that of a case, so that a scenario that times out is
 * still cleaned up, and does not disturb others.
 */
const SCENARIO_LIMIT = 4 * 60_000;

const definitions = [widgets, racks].map((resource) => {
  const { metadata, spec } = widgetDefinition(resource);
  const name = `${resource.plural}.${resource.group}`;
  return {
    file: name,
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { ...metadata, name },
      spec,
    },
  };
});
