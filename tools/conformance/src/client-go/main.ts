// What client-go sees of the embedded API server, against what it sees of a real control plane. node
// --conditions=@kb/source tools/conformance/src/client-go/main.ts --record starts a real one and keeps what the program
// says of it
import { parseArgs } from 'node:util';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import { clientGoSuites, recordClientGo } from './client-go-suite.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean' } } });
if (values.record) {
  const binaries = await realBinaries(console.log);
  if ('reason' in binaries) throw new Error(`there is no control plane to record: ${binaries.reason}`);
  const target = await startRealTarget(binaries, { workloads: false });
  try {
    await recordClientGo(target);
  } finally {
    await target.stop();
  }
}
for (const suite of clientGoSuites) {
  const target = await startEmbeddedTarget({ workloads: false });
  try {
    const result = await suite.run(target, undefined, { full: false, whole: true, seed: 1, part: 0, log: console.log });
    if ('skipped' in result) throw new Error(result.skipped);
    console.log(`${suite.name}: ${result.total - result.failures.length} of ${result.total}`);
    for (const { name, message } of result.failures) console.log(`${name}\n${message}`);
  } finally {
    await target.stop();
  }
}
