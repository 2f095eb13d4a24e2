import { findScenarios, racks, widgetDefinition, widgets } from '@kb/runtime/scenarios';
import { installManifests } from 'kb/dev';
import { runCases, type Suite } from '../suite.ts';
import { createRealTimeEnvironment } from './real-time-environment.ts';

/** The runtime's scenarios, as many as a control plane can show that no test looks into, in real time. On virtual time all of them are tests of `@kb/runtime`. */
export const runtimeSuite: Suite = {
  name: "the runtime's scenarios",
  workloads: false,
  async run(target) {
    await installManifests(target.client, definitions);
    const all = await Promise.all(
      findScenarios().scenarios.map(async ({ title, load }) => ({ title, scenario: await load() })),
    );
    const shown = all.filter(({ scenario }) => scenario.embeddedOnly === undefined);
    return runCases(
      shown,
      ({ title }) => title,
      async ({ scenario }) => {
        const environment = await createRealTimeEnvironment(target);
        try {
          await scenario.run(environment);
        } finally {
          await environment.end();
        }
      },
    );
  },
};

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
