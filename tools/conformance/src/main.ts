// npm run conformance: the comparisons with the originals, one line each, `N of M`. `--help` lists the options.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AreaResult, areas, recordingsFolder, type WantedSequences } from '@kb/apiserver/recorded';
import {
  compareLive,
  compareLiveDocuments,
  compareRecorded,
  compareRecordedDocuments,
} from './api-server/compare-server.ts';
import { liveSequences, recordedSequences } from './api-server/drawn-sequences.ts';
import { realAnswers } from './api-server/real-answers.ts';
import { generatedSuite } from './api-server/random-requests/generated-suite.ts';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { createDurations } from './durations.ts';
import { readUsed } from './used.ts';
import { failsTwice, type Outcome, playedAsWhole } from './fails-twice.ts';
import { partOfCommit } from './drawing/part-of-commit.ts';
import { recordedLast } from './drawing/recorded-last.ts';
import { roundTripFolder } from './import/round-trip/round-trip-folder.ts';
import { readOptions, USAGE } from './options.ts';
import { serveFolder } from './serve/folder/serve-folder.ts';
import { servedDefinitionsSuite } from './serve/corpus/served-definitions-suite.ts';
import { sampleFolderSuite } from './serve/folder/sample-folder-suite.ts';
import { generatedSchemasSuite } from './serve/random/generated-schemas-suite.ts';
import { softwareSuites } from './software/software-suite.ts';
import { type Failure, outcomeOf, type Suite, type SuiteResult } from './suite.ts';
import { generatorSuites } from './suites/generator-suites.ts';
import { suites } from './suites/index.ts';
import { startEmbeddedTarget } from './targets/embedded-target.ts';
import { realBinaries, startRealTarget } from './targets/real-target.ts';
import type { Target, TargetOptions } from './targets/target.ts';

const options = readOptions(process.argv.slice(2), {
  // npm runs scripts in the package's folder, and passes the folder in which it was called.
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
// Child processes are killed on exit, so make signals exit normally.
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
const { words, without, full, seed } = options;
const isWanted = ({ name }: { readonly name: string }): boolean =>
  words.every((word) => name.includes(word)) && !without.some((word) => name.includes(word));
/** The words that select areas of the comparison of the API server. */
const areaWords = words.filter((word) => !'api server'.includes(word));
const withAreas = !without.some((word) => 'api server'.includes(word));
const withDocuments = areaWords.every((word) => word === 'documents');
const whole = full || areaWords.length > 0;
const ofCommit = partOfCommit(import.meta.dirname);
const { part = ofCommit.part } = options;
const durations = createDurations(readUsed);
const wanted = suites.filter(isWanted);
let lines = 0;
/** The lines that did not hold, with their failures: printed again at the end, where they are seen. */
const failed: (SuiteResult & { readonly name: string })[] = [];
let skipped = 0;

function report(name: string, { total, failures }: SuiteResult): void {
  const result = { name, total, failures };
  printResult(result);
  lines += 1;
  if (failures.length > 0 || total === 0) failed.push(result);
}

function printResult({ name, total, failures }: SuiteResult & { readonly name: string }): void {
  console.log(`${name}: ${total - failures.length} of ${total}`);
  failures.forEach(printFailure);
}

function printFailure({ name, message }: Failure): void {
  console.log(`  FAIL ${name}\n${message.replaceAll(/^/gm, '       ')}`);
}

/** Prints a line about what is running. */
function note(line: string): void {
  console.log(`  ${line}`);
}

/** Unhandled rejections since the last line. */
let rejected: string[] = [];
/** Whether a first run failed: what it started may still reject. */
let somethingAgain = false;

process.on('unhandledRejection', (error) => {
  rejected.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
});

/**
 * Reports unhandled rejections. If a first run failed, they are printed without being counted, since it may be the
 * cause.
 */
function reportRejections(): void {
  const failures = rejected.map((message, index) => ({ name: `${index + 1}`, message }));
  rejected = [];
  if (failures.length === 0) return;
  if (somethingAgain) failures.forEach(printFailure);
  else report('rejections that nobody waited for', { total: failures.length, failures });
}

/** Reports that something is run again. */
function again(line: string): void {
  somethingAgain = true;
  note(line);
}

function reportOutcome(name: string, outcome: Outcome): void {
  if ('skipped' in outcome) {
    console.log(`SKIPPED: ${name}: ${outcome.skipped}`);
    skipped += 1;
  } else report(name, outcome);
  reportRejections();
}

/** How a target is started, and whether it is a real control plane. */
interface Stage {
  readonly real: boolean;
  readonly start: (options: TargetOptions) => Promise<Target>;
}

/** Runs every suite. With a real control plane, or third-party programs, a case fails only if it fails twice. */
async function runOn(stage: Stage): Promise<void> {
  for (const suite of wanted) {
    let target = 'not started';
    const run = async (only?: ReadonlySet<string>): Promise<Outcome> => {
      const played = await play(suite, stage, only);
      target = played.target ?? target;
      return played.result;
    };
    const isLive = stage.real || suite.live === true;
    const label = `${suite.name}, ${stage.real ? 'real' : 'embedded'}`;
    const result = await durations.measure(label, () => (isLive ? failsTwice(run, again) : run()));
    reportOutcome(`${suite.name}, ${target}`, result);
  }
}

/** Runs a suite on a new target, so that suites do not affect each other. */
async function play(
  suite: Suite,
  { start }: Stage,
  only?: ReadonlySet<string>,
): Promise<{ target: string | undefined; result: Outcome }> {
  const started: { target?: Target } = {};
  const result = await outcomeOf(async () => {
    started.target = await start({
      workloads: suite.workloads ?? true,
      resourceMetrics: suite.resourceMetrics ?? false,
    });
    return suite.run(started.target, only, { full, whole, seed, part, log: note });
  });
  const { target } = started;
  const ending = await outcomeOf(async () => {
    await target?.stop();
    return { total: 0, failures: [] };
  }, 5);
  const failed = 'failures' in ending && ending.failures.length > 0;
  return { target: target?.name, result: failed ? ending : result };
}

function reportAreas(against: string, results: readonly AreaResult[]): void {
  for (const area of results) reportOutcome(`api server: ${area.name}, against ${against}`, area);
}

/** Compares the embedded server with the recorded answers. */
async function compareAllRecorded(): Promise<readonly AreaResult[]> {
  const only = whole ? undefined : drawn(recordedSequences, 'some areas');
  const areas = await durations.measure('api server, recorded', () => compareRecorded({ words: areaWords, only }));
  return withDocuments
    ? [...areas, ...(await durations.measure('documents, recorded', compareRecordedDocuments))]
    : areas;
}

/** The sequences that are played if no words select others. */
function drawn(choose: typeof liveSequences, which: string): ReadonlySet<string> {
  const chosen = choose({ areas, part, recorded: recordedLast(fileURLToPath(recordingsFolder)) });
  const count = areas.reduce((sum, { sequences }) => sum + sequences.length, 0);
  note(`${chosen.size} of ${count} sequences: ${which} of part ${part}, and the newest; --full plays all`);
  return chosen;
}

/** Compares the embedded server with a real one. */
async function compareAllLive(binaries: ControlPlaneBinaries): Promise<void> {
  const answersOf = (which: WantedSequences) => realAnswers(binaries, which);
  const only = whole ? undefined : drawn(liveSequences, 'of each area some');
  const compare = () => compareLive({ words: areaWords, only, answersOf, log: again });
  reportAreas('kube-apiserver now', await durations.measure('api server, real', compare));
  const documents = () => compareLiveDocuments(binaries, again);
  if (withDocuments) reportAreas('kube-apiserver now', await durations.measure('documents, real', documents));
}

if (options.places.length > 0) {
  let held = true;
  for (const place of options.places) {
    const came = await roundTripFolder(place, {
      note,
      failure: printFailure,
      count: (what, total, failures) => console.log(`round-trip ${place}, ${what}: ${total - failures} of ${total}`),
    });
    held &&= came;
  }
  process.exit(held ? 0 : 1);
}
if (options.serve !== undefined) {
  const binaries = await realBinaries(note);
  if ('reason' in binaries) {
    console.error(`KB_CONTROL_PLANE_NOT_FOUND: there is nothing to compare with: ${binaries.reason}`);
    process.exit(2);
  }
  const came = await serveFolder(
    options.serve,
    binaries,
    {
      note,
      failure: printFailure,
      count: (what, total, failures) => console.log(`serve, ${what}: ${total - failures} of ${total}`),
    },
    options,
  );
  process.exit(came === 'held' ? 0 : came === 'differs' ? 1 : 2);
}
/** How many durations are printed at the end. */
const SLOWEST = 12;
const alone = [...generatorSuites, generatedSuite, sampleFolderSuite, servedDefinitionsSuite, generatedSchemasSuite];
if (!whole)
  note(
    `part ${part} of the long comparisons${options.part === undefined && ofCommit.commit !== undefined ? `, which commit ${ofCommit.commit} draws` : ''}: --part ${part} plays it again`,
  );
for (const suite of alone.filter(isWanted)) {
  const { name } = suite;
  if (options.live && !('needsControlPlane' in suite && suite.needsControlPlane)) continue;
  const minutes = 'minutes' in suite ? suite.minutes?.(options) : undefined;
  const run = (): Promise<Outcome> => outcomeOf(() => suite.run({ ...options, part, log: note }), minutes ?? 30);
  const played = () => (suite.live === true ? playedAsWhole(run, again) : run());
  reportOutcome(name, await durations.measure(name, played));
}
// Programs of others take minutes to install and build, so they run only if someone asks for them.
const isForPrograms = options.full || words.some((word) => word.startsWith('software'));
const programs = isForPrograms ? softwareSuites.filter(isWanted) : [];
if (!options.live) for (const suite of programs) reportOutcome(suite.name, await suite.run());
const realPrograms = programs.filter(({ runReal }) => runReal !== undefined);
if (!options.live) await runOn({ real: false, start: startEmbeddedTarget });
const recorded: readonly AreaResult[] = options.live || !withAreas ? [] : await compareAllRecorded();
reportAreas('recorded answers', recorded);
// A control plane is started only if something is compared with it.
if (!options.embedded && (options.live || wanted.length + recorded.length + realPrograms.length > 0)) {
  const binaries = await durations.measure('the control plane, built', () => realBinaries(note));
  if ('reason' in binaries) {
    console.log(`SKIPPED: nothing was compared with a real control plane: ${binaries.reason}`);
  } else {
    for (const { name, runReal } of realPrograms) if (runReal) reportOutcome(`${name}, real`, await runReal(binaries));
    await runOn({ real: true, start: (wants) => startRealTarget(binaries, wants) });
    if (withAreas) await compareAllLive(binaries);
  }
}
if (lines + skipped === 0) {
  const names = [...alone, ...softwareSuites, ...suites].map(({ name }) => name);
  console.error(`no line has "${words.join(' ')}" in its name; choose from: ${[...names, 'api server'].join(', ')}`);
  process.exit(2);
}

if (lines > SLOWEST) {
  console.log(`The slowest of ${lines} lines:`);
  durations.slowest(SLOWEST).forEach(note);
}
if (failed.length > 0) console.log('What did not hold:');
failed.forEach(printResult);
const held = failed.length === 0 ? `all ${lines} held` : `${failed.length} of ${lines} did not hold`;
console.log(`conformance: ${held}${skipped === 0 ? '' : `, ${skipped} skipped`}`);
// Cases that timed out may still hold connections and timers; do not wait for them.
process.exit(failed.length === 0 ? 0 : 1);
