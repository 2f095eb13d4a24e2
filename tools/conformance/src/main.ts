// npm run conformance: the comparisons with the real thing, one line each, `N of M`. `--help` says what else it takes.
import { existsSync } from 'node:fs';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { type AreaResult, compareAreas, compareDocuments } from '@kb/apiserver/recorded';
import { realAnswers } from './api-server/real-answers.ts';
import { realDocuments } from './api-server/real-documents.ts';
import { generatedSuite } from './api-server/random-requests/generated-suite.ts';
import { generatorSuites } from './generator/index.ts';
import { importSuites } from './import/index.ts';
import { roundTripFolder } from './import/round-trip/round-trip-folder.ts';
import { readOptions, USAGE } from './options.ts';
import { type Failure, outcomeOf, type Suite, type SuiteResult } from './suite.ts';
import { suites } from './suites/index.ts';
import { librariesSuite } from './libraries/libraries-suite.ts';
import { typeErrorsSuite } from './type-errors/type-errors-suite.ts';
import { valuesSuite } from './values/values-suite.ts';
import { startEmbeddedTarget } from './targets/embedded-target.ts';
import { realBinaries, startRealTarget } from './targets/real-target.ts';
import type { Target, TargetOptions } from './targets/target.ts';
import { yamlSuites } from './yaml/index.ts';

const options = readOptions(process.argv.slice(2), {
  // npm runs scripts in the package's folder, and says where it was called.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  exists: existsSync,
});
if (options === 'help') {
  console.log(USAGE);
  process.exit(0);
}
if ('problem' in options) {
  console.error(`${options.problem}\n\n${USAGE}`);
  process.exit(2);
}
// What was started ends with this process, however it ends.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
const { words } = options;
const wanted = suites.filter(({ name }) => words.every((word) => name.includes(word)));
let lines = 0;
let failed = 0;
let skipped = 0;

function report(name: string, { total, failures }: SuiteResult): void {
  console.log(`${name}: ${total - failures.length} of ${total}`);
  failures.forEach(printFailure);
  lines += 1;
  if (failures.length > 0 || total === 0) failed += 1;
}

function printFailure({ name, message }: Failure): void {
  console.log(`  FAIL ${name}\n${message.replaceAll(/^/gm, '       ')}`);
}

// A case that timed out may still fail once its server has stopped: this is printed, and the other suites run.
process.on('unhandledRejection', (error) => {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  report('rejections that nobody waited for', { total: 1, failures: [{ name: 'one', message }] });
});

type Start = (options: TargetOptions) => Promise<Target>;

async function runOn(start: Start): Promise<void> {
  for (const suite of wanted) {
    const { name, real, result } = await play(suite, start);
    if ('skipped' in result) {
      console.log(`SKIPPED: ${suite.name}, ${name}: ${result.skipped}`);
      skipped += 1;
    } else if (real && result.failures.length > 0) {
      // The real control plane runs in real time, beside whatever else this machine does: what fails there counts when
      // it fails twice.
      for (const failure of result.failures) console.log(`  played again: ${failure.name}: ${failure.message}`);
      const again = await play(suite, start);
      if ('skipped' in again.result) throw new Error(`${suite.name} was played once and not twice`);
      report(`${suite.name}, ${name}, played twice`, again.result);
    } else {
      report(`${suite.name}, ${name}`, result);
    }
  }
}

/** Runs a suite on a fresh target: none sees what another left. */
async function play(
  suite: Suite,
  start: Start,
): Promise<{ name: string; real: boolean; result: Awaited<ReturnType<Suite['run']>> }> {
  const started: { target?: Target } = {};
  const result = await outcomeOf(async () => {
    started.target = await start({ workloads: suite.workloads ?? true });
    return suite.run(started.target);
  });
  const { target } = started;
  const ending = await outcomeOf(async () => {
    await target?.stop();
    return nothing;
  }, 5);
  const failed = 'failures' in ending && ending.failures.length > 0;
  return { name: target?.name ?? 'not started', real: target?.real ?? true, result: failed ? ending : result };
}

const nothing: SuiteResult = { total: 0, failures: [] };

/** The words that narrow the comparison of the API server down. */
const areaWords = words.filter((word) => !'api server'.includes(word));

function reportAreas(against: string, areas: readonly AreaResult[]): void {
  for (const area of areas) report(`api server: ${area.name}, against ${against}`, area);
}

/** The results of all documents as one line. */
function sumOf(results: readonly AreaResult[]): AreaResult {
  return {
    name: 'documents',
    total: results.reduce((sum, { total }) => sum + total, 0),
    failures: results.flatMap(({ name, failures }) =>
      failures.map((failure) => ({ ...failure, name: `${name}: ${failure.name}` })),
    ),
  };
}

/** What a comparison finds; as with suites, one that rejects, or takes longer than any should, has failed. */
async function areasOf(work: () => Promise<readonly AreaResult[]>): Promise<readonly AreaResult[]> {
  let areas: readonly AreaResult[] = [];
  const outcome = await outcomeOf(async () => {
    areas = await work();
    return nothing;
  });
  return 'failures' in outcome && outcome.failures.length > 0 ? [{ name: 'the comparison', ...outcome }] : areas;
}

/** Compares with a real server that is started now. As above, what differs counts when it differs twice. */
async function compareLive(binaries: ControlPlaneBinaries): Promise<readonly AreaResult[]> {
  const compareNow = (): Promise<readonly AreaResult[]> =>
    areasOf(async () => compareAreas({ words: areaWords, real: await realAnswers(binaries, areaWords) }));
  const first = await compareNow();
  if (first.every(({ failures }) => failures.length === 0)) return first;
  for (const { name, failures } of first) {
    for (const failure of failures) console.log(`  compared again: ${name}: ${failure.name}: ${failure.message}`);
  }
  return compareNow();
}

if (options.places.length > 0) {
  let held = true;
  for (const place of options.places) {
    const came = await roundTripFolder(place, {
      note: (line) => console.log(`  ${line}`),
      failure: printFailure,
      count: (what, total, failures) => console.log(`round-trip ${place}, ${what}: ${total - failures} of ${total}`),
    });
    held &&= came;
  }
  process.exit(held ? 0 : 1);
}
const alone = [
  ...generatorSuites,
  typeErrorsSuite,
  valuesSuite,
  librariesSuite,
  ...yamlSuites,
  ...importSuites,
  generatedSuite,
];
for (const suite of alone) {
  const { name } = suite;
  if (!words.every((word) => name.includes(word))) continue;
  // Among them is the first that needs the control plane, which may have to be built.
  const result = await outcomeOf(() => suite.run({ ...options, log: (line) => console.log(`  ${line}`) }), 30);
  if ('skipped' in result) {
    console.log(`SKIPPED: ${name}: ${result.skipped}`);
    skipped += 1;
  } else {
    report(name, result);
  }
}
await runOn(startEmbeddedTarget);
const withDocuments = areaWords.every((word) => word === 'documents');
const recorded: readonly AreaResult[] = [
  ...(await areasOf(() => compareAreas({ words: areaWords }))),
  ...(withDocuments ? await areasOf(async () => [sumOf(await compareDocuments())]) : []),
];
reportAreas('recorded answers', recorded);
// A control plane is started only for what is compared with it.
if (!options.embedded && wanted.length + recorded.length > 0) {
  const binaries = await realBinaries((line) => console.log(`  ${line}`));
  if ('reason' in binaries) {
    console.log(`SKIPPED: nothing was compared with a real control plane: ${binaries.reason}`);
  } else {
    await runOn((wants) => startRealTarget(binaries, wants));
    reportAreas('kube-apiserver now', await compareLive(binaries));
    if (withDocuments) {
      const documents = await areasOf(async () => [sumOf(await compareDocuments(await realDocuments(binaries)))]);
      reportAreas('kube-apiserver now', documents);
    }
  }
}
if (lines + skipped === 0) {
  const names = [...alone, ...suites].map(({ name }) => name);
  console.error(`nothing has "${words.join(' ')}" in its name; there are: ${[...names, 'api server'].join(', ')}`);
  process.exit(2);
}

const held = failed === 0 ? `all ${lines} held` : `${failed} of ${lines} did not hold`;
console.log(`conformance: ${held}${skipped === 0 ? '' : `, ${skipped} skipped`}`);
// A case that was given up may hold connections and timers still; what was found is said, and nothing waits for it.
process.exit(failed === 0 ? 0 : 1);
