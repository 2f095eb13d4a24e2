import { expect, test } from 'vitest';
import * as simulation from './index.ts';

/** Users depend on these names: removing one is a breaking change, adding one is a commitment. */
test.each([
  ['@kb/simulation', simulation, ['createSimulatedContainers', 'startSimulatedNode', 'startWorkloadSimulation']],
])('the exports of %s are these', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
