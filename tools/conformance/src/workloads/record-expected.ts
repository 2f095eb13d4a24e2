// Records the objects of a real control plane after each scenario:
//
// node --conditions=@kb/source tools/conformance/src/workloads/record-expected.ts [name…]
import { systemClock } from '@kb/client';
import { realBinaries, startNodesTarget, startRealTarget } from '../targets/real-target.ts';
import { writeExpected } from './expected.ts';
import { runScenario, runScenarios } from './run-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';

const binaries = await realBinaries(console.log);
if ('reason' in binaries) {
  console.error(`recording needs a control plane: ${binaries.reason}`);
  process.exit(2);
}
const names = process.argv.slice(2);
const wanted = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
const shared = wanted.filter(({ nodes }) => nodes === undefined);
if (shared.length > 0) {
  const target = await startRealTarget(binaries, { workloads: true, resourceMetrics: true });
  try {
    await runScenarios(shared, (scenario) => runScenario(scenario, target.client, systemClock), write, 12);
  } finally {
    await target.stop();
  }
}
const alone = wanted.filter(({ nodes }) => nodes !== undefined);
if (alone.length > 0) {
  const target = await startNodesTarget(binaries);
  try {
    const play = (scenario: Scenario) =>
      target.withNodes(scenario.nodes ?? [], () => runScenario(scenario, target.client, systemClock));
    await runScenarios(alone, play, write, 1);
  } finally {
    await target.stop();
  }
}

function write(scenario: Scenario, result: Parameters<Parameters<typeof runScenarios>[2]>[1]): void {
  if ('error' in result) {
    console.error(`${scenario.name}: ${String(result.error)}`);
    process.exitCode = 1;
  } else {
    writeExpected(scenario, result.objects);
    console.log(`${scenario.name}: recorded`);
  }
}
