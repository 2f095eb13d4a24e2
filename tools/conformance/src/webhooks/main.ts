// Records what kube-apiserver sends to webhooks, in testdata/kube-apiserver.json; needs Go and a control plane.
import { writeFileSync } from 'node:fs';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import { keptFile, observeTarget } from './webhooks-suite.ts';

const binaries = await realBinaries(console.log);
if ('reason' in binaries) throw new Error(binaries.reason);
const target = await startRealTarget(binaries, { workloads: false });
try {
  writeFileSync(keptFile, `${JSON.stringify(await observeTarget(target), undefined, 1)}\n`);
} finally {
  await target.stop();
}
