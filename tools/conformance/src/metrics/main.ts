// Compares our metrics with those of a controller-runtime program.
//   node --conditions=@kb/source tools/conformance/src/metrics/main.ts [--record | --real]
//     --record   starts a real control plane, and records the metrics of the Go program
//     --real     compares on a real control plane, not on the embedded server
import { parseArgs } from 'node:util';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import type { Target } from '../targets/target.ts';
import { metricsSuite, recordMetrics } from './metrics-suite.ts';

async function startReal(): Promise<Target> {
  const binaries = await realBinaries(console.log);
  if ('reason' in binaries) throw new Error(`no control plane is available: ${binaries.reason}`);
  return startRealTarget(binaries, { workloads: false });
}

const { values } = parseArgs({ options: { record: { type: 'boolean' }, real: { type: 'boolean' } } });
const target = values.record || values.real ? await startReal() : await startEmbeddedTarget({ workloads: false });
try {
  if (values.record) await recordMetrics(target);
  const result = await metricsSuite.run(target);
  if ('skipped' in result) throw new Error(result.skipped);
  console.log(`${metricsSuite.name}, ${target.name}: ${result.total - result.failures.length} of ${result.total}`);
  for (const { name, message } of result.failures) console.log(`${name}\n${message}`);
  process.exitCode = result.failures.length > 0 ? 1 : 0;
} finally {
  await target.stop();
}
