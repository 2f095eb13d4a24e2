import { childScenarios } from './children.ts';
import { crashScenarios } from './crashes.ts';
import { foreignScenarios } from './foreign.ts';
import type { Scenario } from './scenario.ts';
import { steadyScenarios } from './steady.ts';

export type { Scenario } from './scenario.ts';

/** All that the operator must do on every control plane. Each wants an environment of its own. */
export const scenarios: readonly Scenario[] = [
  ...childScenarios,
  ...foreignScenarios,
  ...steadyScenarios,
  ...crashScenarios,
];
