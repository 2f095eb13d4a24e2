// Records what kube-apiserver sends to webhooks, in testdata; needs Go and a control plane. Arguments: the scenarios to
// record; none: all.
import { writeFileSync } from 'node:fs';
import { realBinaries, startRealTarget } from '../targets/real-target.ts';
import { keptFileOf, observeTarget } from './observe-target.ts';
import { scenarios } from './scenarios.ts';

const binaries = await realBinaries(console.log);
if ('reason' in binaries) throw new Error(binaries.reason);
const names = process.argv.slice(2);
const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown !== undefined) throw new Error(`no scenario ${unknown}: ${scenarios.map(({ name }) => name).join(', ')}`);
const target = await startRealTarget(binaries, { workloads: false });
try {
  for (const scenario of scenarios) {
    if (names.length > 0 && !names.includes(scenario.name)) continue;
    const seen = await observeTarget(target, scenario, console.log);
    if (!seen.go) throw new Error(`${scenario.name}: the Go program is missing`);
    writeFileSync(keptFileOf(scenario), `${JSON.stringify(seen, undefined, 1)}\n`);
  }
} finally {
  await target.stop();
}
