import { expect, test } from 'vitest';
import { startEmbeddedEnvironment } from './embedded-environment.ts';
import { findScenarios } from './find-scenarios.ts';

const { scenarios, problems } = findScenarios();

test('every number has one scenario', () => {
  expect(problems).toEqual([]);
});

test.each(scenarios)('$title', async ({ load }) => {
  const environment = await startEmbeddedEnvironment();
  const scenario = await load();
  await expect(scenario.run(environment)).resolves.toBeUndefined();
  await environment.end();
});
