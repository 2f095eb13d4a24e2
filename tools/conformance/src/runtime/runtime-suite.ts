import { findScenarios, racks, type Scenario, widgetDefinition, widgets } from '@kb/runtime/scenarios';
import { installManifests } from 'kb/dev';
import { runCases, type Suite, within } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { createRealTimeEnvironment } from './real-time-environment.ts';
import { playRestoredEtcd } from './restored-etcd.ts';

/**
 * The runtime's scenarios, as many as a control plane can show that no test looks into, in real time. On virtual time
 * all of them are tests of `@kb/runtime`.
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
    // What cannot be ended either says less than why.
    await environment.end().catch(() => undefined);
    throw error;
  }
  await environment.end();
}

/**
 * How long a scenario may take, in milliseconds: less than a case, so that what it has started is ended when it is
 * given up, and disturbs no other.
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
