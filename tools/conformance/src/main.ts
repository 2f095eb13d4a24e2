// npm run conformance: the comparisons with the real thing, one line each, `N of M`. Words run only what has them in its name; `--embedded` leaves the real control plane out.
import { parseArgs } from 'node:util';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { type AreaResult, compareAreas, realAnswers } from './api-server/compare-areas.ts';
import type { Suite, SuiteResult } from './suite.ts';
import { suites } from './suites/index.ts';
import { startEmbeddedTarget } from './targets/embedded-target.ts';
import { realBinaries, startRealTarget } from './targets/real-target.ts';
import type { Target } from './targets/target.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { embedded: { type: 'boolean' } },
});
const wanted = suites.filter(({ name }) => words.every((word) => name.includes(word)));
let lines = 0;
let failed = 0;

function report(name: string, { total, failures }: SuiteResult): void {
  console.log(`${name}: ${total - failures.length} of ${total}`);
  for (const failure of failures)
    console.log(`  FAIL ${failure.name}\n${failure.message.replaceAll(/^/gm, '       ')}`);
  lines += 1;
  if (failures.length > 0 || total === 0) failed += 1;
}

async function runOn(start: () => Promise<Target>): Promise<void> {
  for (const suite of wanted) {
    const { name, real, result } = await play(suite, start);
    if (real && result.failures.length > 0) {
      // The real control plane runs in real time, beside whatever else this machine does: what fails there counts when it fails twice.
      for (const failure of result.failures) console.log(`  played again: ${failure.name}: ${failure.message}`);
      const again = await play(suite, start);
      report(`${suite.name}, ${name}, played twice`, again.result);
    } else {
      report(`${suite.name}, ${name}`, result);
    }
  }
}

/** Runs a suite on a fresh target: none sees what another left. */
async function play(
  suite: Suite,
  start: () => Promise<Target>,
): Promise<{ name: string; real: boolean; result: SuiteResult }> {
  const target = await start();
  try {
    return { name: target.name, real: target.real, result: await suite.run(target) };
  } finally {
    await target.stop();
  }
}

/** The words that narrow the comparison of the API server down. */
const areaWords = words.filter((word) => !'api server'.includes(word));

function reportAreas(against: string, areas: readonly AreaResult[]): void {
  for (const area of areas) report(`api server: ${area.name}, against ${against}`, area);
}

/** Compares with a real server that is started now. As above, what differs counts when it differs twice. */
async function compareLive(binaries: ControlPlaneBinaries): Promise<AreaResult[]> {
  const compareNow = async (): Promise<AreaResult[]> =>
    compareAreas({ words: areaWords, real: await realAnswers(binaries, areaWords) });
  const first = await compareNow();
  if (first.every(({ failures }) => failures.length === 0)) return first;
  for (const { name, failures } of first) {
    for (const failure of failures) console.log(`  compared again: ${name}: ${failure.name}`);
  }
  return compareNow();
}

await runOn(startEmbeddedTarget);
reportAreas('recorded answers', await compareAreas({ words: areaWords }));
if (!values.embedded) {
  const binaries = await realBinaries((line) => console.log(`  ${line}`));
  if ('reason' in binaries) {
    console.log(`SKIPPED: nothing was compared with a real control plane: ${binaries.reason}`);
  } else {
    await runOn(() => startRealTarget(binaries));
    reportAreas('kube-apiserver now', await compareLive(binaries));
  }
}
if (lines === 0) {
  const names = [...suites.map((suite: Suite) => suite.name), 'api server'];
  console.error(`nothing has "${words.join(' ')}" in its name; there are: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  console.log(failed === 0 ? `conformance: all ${lines} held` : `conformance: ${failed} of ${lines} did not hold`);
  process.exitCode = failed === 0 ? 0 : 1;
}
