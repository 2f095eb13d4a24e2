// Runs the steps of .ci/run. Plain JavaScript, because nothing is installed yet. Each step is a command that can also
// be run by hand.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { failureLines } from './failures.js';
import { runLanes } from './run-lanes.js';
import { isInterrupted, runStep } from './run-step.js';
import { lanes, setUp } from './steps.js';
import { timesTable } from './times-table.js';

const cache = mkdtempSync(join(tmpdir(), 'kb-npm-cache-'));

/**
 * Minutes until the last step is ended, before the caller's own time limit, so that the results are still printed.
 */
const allMinutes = 85;
const allEnd = Date.now() + allMinutes * 60_000;

const counted = { passed: 0, failed: 0 };
const failed = [];
/** How long the steps took. */
const took = [];
const cores = availableParallelism();
/** What the commit draws of the longest tests, so that successive commits draw different ones. */
const part = partOfCommit();
const start = Date.now();

console.log(
  `Node ${process.version}, ${process.platform}-${process.arch}, ${cores} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
// Without a set-up no other step can run.
if (await isSetUp()) {
  await runLanes(lanes, async (step) => {
    if (isInterrupted()) return;
    console.log(`\n=== begun: ${step.name}`);
    const result = await run({ ...step, env: step.drawn ? { KB_PART: part } : {} }, () => undefined);
    // All at once, so that it is not mixed with what another step prints.
    printHeading(step);
    process.stdout.write(result.output);
    judge(step, result);
  });
}
rmSync(cache, { recursive: true, force: true });

console.log('');
for (const line of timesTable(took, { seconds: (Date.now() - start) / 1000, cores })) console.log(line);
for (const line of failureLines(failed)) console.log(line);
console.log(`\n${counted.passed} passed, ${counted.failed} failed`);
process.exitCode = counted.failed === 0 ? 0 : 1;

/** Runs the first step, with an empty npm cache. Resolves with whether the others can run. */
async function isSetUp() {
  const env = { npm_config_cache: cache };
  printHeading(setUp);
  let result = await run({ ...setUp, env }, (text) => process.stdout.write(text));
  // What the bootstrap says when npm could not fetch what the lock file names: the network may have failed.
  if (result.code !== 0 && !isInterrupted() && result.output.includes('The installation failed')) {
    console.log(`=== tried again, because the installation failed: ${setUp.name}`);
    result = await run({ ...setUp, env }, (text) => process.stdout.write(text));
  }
  judge(setUp, result);
  return result.code === 0 && !isInterrupted();
}

function partOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? String(Number.parseInt(stdout.slice(0, 10), 16) % 1000) : '1';
}

async function run({ command, minutes: wanted = 15, niceness, env }, print) {
  const minutes = Math.min(wanted, (allEnd - Date.now()) / 60_000);
  if (minutes <= 0) {
    const output = `=== not begun: ${allMinutes} minutes are over\n`;
    print(output);
    return { code: 1, output, seconds: 0 };
  }
  return await runStep({ command, minutes, print, niceness, env });
}

function printHeading({ name, command, drawn }) {
  console.log(`\n=== ${name}: ${drawn ? `KB_PART=${part} ` : ''}${command.join(' ')}`);
}

function judge(step, { code, output, seconds, cpuSeconds }) {
  const { name } = step;
  const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(1)} s of CPU`;
  console.log(`=== ${code === 0 ? 'ok' : `FAILED (exit code ${code})`}: ${name}, ${seconds.toFixed(1)} s${cpu}`);
  took.push({ name, seconds, cpuSeconds });
  counted[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failed.push({ name, code, output });
  if (!step.counts) return;
  // The last lines list them, also if there are none.
  if (code === 0 && !/^\d+ of \d+ tests in \d+ packages were skipped/m.test(output)) {
    console.log('=== FAILED: it does not say which tests were skipped');
    failed.push({ name, code, output: 'it does not say which tests were skipped' });
    counted.failed += 1;
  }
  const tests = testsOf(output);
  counted.passed += tests.passed;
  counted.failed += tests.failed;
}

/** Reads the last line such as `Tests  1 failed | 30 passed (31)`: the total of all packages. */
function testsOf(output) {
  const line = [...output.matchAll(/\bTests\s+(\S.*)$/gm)].at(-1)?.[1] ?? '';
  return {
    passed: Number(/(?<!\d)(\d+) passed/.exec(line)?.[1] ?? 0),
    failed: Number(/(?<!\d)(\d+) failed/.exec(line)?.[1] ?? 0),
  };
}
