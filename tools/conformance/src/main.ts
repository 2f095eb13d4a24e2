// npm run conformance: the comparisons with the real thing, one line each, `N of M`. `--help` says what else it takes.
import { existsSync } from 'node:fs';
import type { AreaResult, WantedSequences } from '@kb/apiserver/recorded';
import {
  compareLive,
  compareLiveDocuments,
  compareRecorded,
  compareRecordedDocuments,
} from './api-server/compare-server.ts';
import { realAnswers } from './api-server/real-answers.ts';
import { generatedSuite } from './api-server/random-requests/generated-suite.ts';
import { failsTwice, type Outcome, playedAsWhole } from './fails-twice.ts';
import { roundTripFolder } from './import/round-trip/round-trip-folder.ts';
import { readOptions, USAGE } from './options.ts';
import { type Failure, outcomeOf, type Suite, type SuiteResult } from './suite.ts';
import { generatorSuites } from './suites/generator-suites.ts';
import { suites } from './suites/index.ts';
import { startEmbeddedTarget } from './targets/embedded-target.ts';
import { realBinaries, startRealTarget } from './targets/real-target.ts';
import type { Target, TargetOptions } from './targets/target.ts';

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

/** Says something about what is being played. */
function note(line: string): void {
  console.log(`  ${line}`);
}

/** What was rejected and nobody waited for, since the last line. */
let rejected: string[] = [];
/** Whether something beside a program of others was played again: what it began may still fail by itself. */
let somethingAgain = false;

process.on('unhandledRejection', (error) => {
  rejected.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
});

/** Reports what nobody waited for; only says it where the reason may be a failure that has its second play. */
function reportRejections(): void {
  const failures = rejected.map((message, index) => ({ name: `${index + 1}`, message }));
  rejected = [];
  if (failures.length === 0) return;
  if (somethingAgain) failures.forEach(printFailure);
  else report('rejections that nobody waited for', { total: failures.length, failures });
}

/** Says that something is played again. */
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

/** Runs every suite. With a real control plane, or programs of others, what fails counts when it fails twice. */
async function runOn(stage: Stage): Promise<void> {
  for (const suite of wanted) {
    let target = 'not started';
    const run = async (): Promise<Outcome> => {
      const played = await play(suite, stage);
      target = played.target ?? target;
      return played.result;
    };
    const isLive = stage.real || suite.live === true;
    const result = isLive ? await failsTwice(run, again) : await run();
    reportOutcome(`${suite.name}, ${target}`, result);
  }
}

/** Runs a suite on a fresh target: none sees what another left. */
async function play(suite: Suite, { start }: Stage): Promise<{ target: string | undefined; result: Outcome }> {
  const started: { target?: Target } = {};
  const result = await outcomeOf(async () => {
    started.target = await start({ workloads: suite.workloads ?? true });
    return suite.run(started.target);
  });
  const { target } = started;
  const ending = await outcomeOf(async () => {
    await target?.stop();
    return { total: 0, failures: [] };
  }, 5);
  const failed = 'failures' in ending && ending.failures.length > 0;
  return { target: target?.name, result: failed ? ending : result };
}

/** The words that narrow the comparison of the API server down. */
const areaWords = words.filter((word) => !'api server'.includes(word));

function reportAreas(against: string, areas: readonly AreaResult[]): void {
  for (const area of areas) reportOutcome(`api server: ${area.name}, against ${against}`, area);
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
const alone = [...generatorSuites, generatedSuite];
for (const suite of alone) {
  const { name } = suite;
  if (!words.every((word) => name.includes(word))) continue;
  // Among them is the first that needs the control plane, which may have to be built.
  const run = (): Promise<Outcome> => outcomeOf(() => suite.run({ ...options, log: note }), 30);
  reportOutcome(name, suite.live === true ? await playedAsWhole(run, again) : await run());
}
await runOn({ real: false, start: startEmbeddedTarget });
const withDocuments = areaWords.every((word) => word === 'documents');
const recorded: readonly AreaResult[] = [
  ...(await compareRecorded(areaWords)),
  ...(withDocuments ? await compareRecordedDocuments() : []),
];
reportAreas('recorded answers', recorded);
// A control plane is started only for what is compared with it.
if (!options.embedded && wanted.length + recorded.length > 0) {
  const binaries = await realBinaries(note);
  if ('reason' in binaries) {
    console.log(`SKIPPED: nothing was compared with a real control plane: ${binaries.reason}`);
  } else {
    await runOn({ real: true, start: (wants) => startRealTarget(binaries, wants) });
    const answersOf = (which: WantedSequences) => realAnswers(binaries, which);
    reportAreas('kube-apiserver now', await compareLive({ words: areaWords, answersOf, log: again }));
    if (withDocuments) reportAreas('kube-apiserver now', await compareLiveDocuments(binaries, again));
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
