import { readFileSync } from 'node:fs';
import type { Suite, SuiteResult } from '../suite.ts';
import { compareObserved } from './compare-observed.ts';
import { keptFileOf, type Observations, observeTarget } from './observe-target.ts';
import { scenarios } from './scenarios.ts';

/**
 * Runs Go webhook servers and one of ours behind an API server, and compares what they are sent, and what clients get,
 * with what was recorded behind kube-apiserver.
 */
export const webhooksSuite: Suite = {
  name: 'webhooks behind the API server',
  workloads: false,
  live: true,
  async run(target, _, { log }) {
    const results: SuiteResult[] = [];
    for (const scenario of scenarios) {
      const kept = JSON.parse(readFileSync(keptFileOf(scenario), 'utf8')) as Observations;
      const seen = await observeTarget(target, scenario, log);
      for (const program of ['ours', 'go'] as const) {
        const [real, here] = [kept[program], seen[program]];
        if (real && here) results.push(compareObserved(`${scenario.name}, ${program}`, here, real));
      }
    }
    return {
      total: results.reduce((sum, { total }) => sum + total, 0),
      failures: results.flatMap(({ failures }) => failures),
    };
  },
};
