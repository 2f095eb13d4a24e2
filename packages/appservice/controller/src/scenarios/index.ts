import { childScenarios } from './children.ts';
import { crashScenarios } from './crashes.ts';
import { foreignScenarios } from './foreign.ts';
import type { Scenario } from './scenario.ts';
import { steadyScenarios } from './steady.ts';

export type { Scenario } from './scenario.ts';

/** The required behaviour of the operator on every control plane. Each scenario needs a separate environment. */
export const scenarios: readonly Scenario[] = [
  ...childScenarios,
  ...foreignScenarios,
  ...steadyScenarios,
  ...crashScenarios,
];
