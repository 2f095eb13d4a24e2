// Compares our metrics with those of a controller-runtime program, or of kube-apiserver.
//   node --conditions=@kb/source tools/conformance/src/metrics/main.ts [--api-server] [--record | --real]
//     --api-server   those of the API server
//     --record       starts a real control plane, and records the metrics of the original
//     --real         compares on a real control plane, not on the embedded server
import { parseArgs } from 'node:util';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import type { Target } from '../targets/target.ts';
import { recordServerMetrics, serverMetricsSuite } from './server-metrics-suite.ts';
import { metricsSuite, recordMetrics } from './metrics-suite.ts';

async function startReal(): Promise<Target> {
  const binaries = await realBinaries(console.log);
  if ('reason' in binaries) throw new Error(`no control plane is available: ${binaries.reason}`);
  return startRealTarget(binaries, { workloads: false });
}

const { values } = parseArgs({
  options: { 'api-server': { type: 'boolean' }, record: { type: 'boolean' }, real: { type: 'boolean' } },
});
const [suite, record] = values['api-server']
  ? [serverMetricsSuite, recordServerMetrics]
  : [metricsSuite, recordMetrics];
if (values.record) {
  const recorded = await startReal();
  try {
    await record(recorded);
  } finally {
    await recorded.stop();
  }
}
const target = values.record || values.real ? await startReal() : await startEmbeddedTarget({ workloads: false });
try {
  const result = await suite.run(target, undefined, { full: false, whole: true, seed: 1, part: 0, log: console.log });
  if ('skipped' in result) throw new Error(result.skipped);
  console.log(`${suite.name}, ${target.name}: ${result.total - result.failures.length} of ${result.total}`);
  for (const { name, message } of result.failures) console.log(`${name}\n${message}`);
  process.exitCode = result.failures.length > 0 ? 1 : 0;
} finally {
  await target.stop();
}
