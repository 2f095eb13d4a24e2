import { deploymentScenarios } from './deployments.ts';
import { ownershipScenarios } from './ownership.ts';
import { podScenarios } from './pods.ts';
import { serviceAndNamespaceScenarios } from './services-and-namespaces.ts';
import type { Scenario } from './scenario.ts';

/** What is played on a real control plane and on the simulation. */
export const scenarios: readonly Scenario[] = [
  ...deploymentScenarios,
  ...podScenarios,
  ...ownershipScenarios,
  ...serviceAndNamespaceScenarios,
];
