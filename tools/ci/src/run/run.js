// Runs the steps of .ci/run. Plain JavaScript, because nothing is installed yet. Each step is a command that can also
// be run by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { failureLines } from './failures.js';
import { isInterrupted, runStep } from './run-step.js';
import { steps, stepsBeside } from './steps.js';

const cache = mkdtempSync(join(tmpdir(), 'kb-npm-cache-'));

/**
 * Minutes until the last step is ended, before the caller's own time limit, so that the results are still printed.
 */
const allMinutes = 85;
const allEnd = Date.now() + allMinutes * 60_000;

const counted = { passed: 0, failed: 0 };
const failed = [];
const durations = [];
/** Of the steps that run beside the others: each resolves when it is done. */
const beside = new Map();

console.log(
  `Node ${process.version}, ${process.platform}-${process.arch}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const step of steps) {
  await beside.get(step.after);
  printHeading(step);
  let result = await run(step, (text) => process.stdout.write(text));
  // What the bootstrap says when npm could not fetch what the lock file names: the network may have failed.
  if (result.code !== 0 && step.clean && !isInterrupted() && result.output.includes('The installation failed')) {
    console.log(`=== tried again, because the installation failed: ${step.name}`);
    result = await run(step, (text) => process.stdout.write(text));
  }
  judge(step, result);
  // Without a set-up no other step can run.
  if (isInterrupted() || (result.code !== 0 && step.clean)) break;
  if (step.clean) startBeside();
}
await Promise.all(beside.values());
rmSync(cache, { recursive: true, force: true });

durations.sort((a, b) => b.seconds - a.seconds);
console.log(`\nThe slowest steps: ${durations.slice(0, 8).map(durationOf).join(', ')}`);
for (const line of failureLines(failed)) console.log(line);
console.log(`\n${counted.passed} passed, ${counted.failed} failed`);
process.exitCode = counted.failed === 0 ? 0 : 1;

/** Starts the steps that run beside the others. Each waits for the one before it. */
function startBeside() {
  let before = Promise.resolve();
  for (const step of stepsBeside) {
    before = before.then(async () => {
      if (isInterrupted()) return;
      const result = await run({ ...step, niceness: step.niceness ?? 5 }, () => undefined);
      // All at once, so that it is not mixed with what another step prints.
      printHeading(step);
      process.stdout.write(result.output);
      judge(step, result);
    });
    beside.set(step.name, before);
  }
}

async function run({ command, clean, minutes: wanted = 15, niceness }, print) {
  const minutes = Math.min(wanted, (allEnd - Date.now()) / 60_000);
  if (minutes <= 0) {
    const output = `=== not begun: ${allMinutes} minutes are over\n`;
    print(output);
    return { code: 1, output, seconds: 0 };
  }
  return await runStep({ command, minutes, print, niceness, env: clean ? { npm_config_cache: cache } : {} });
}

function printHeading({ name, command }) {
  console.log(`\n=== ${name}: ${command.join(' ')}`);
}

function judge(step, { code, output, seconds }) {
  const { name } = step;
  console.log(`=== ${code === 0 ? 'ok' : `FAILED (exit code ${code})`}: ${name}, ${seconds.toFixed(1)} s`);
  durations.push({ name, seconds });
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

function durationOf({ name, seconds }) {
  return `${name.split(/[:(]/)[0].trim()} ${Math.round(seconds)} s`;
}

/** Reads the last line such as `Tests  1 failed | 30 passed (31)`: the total of all packages. */
function testsOf(output) {
  const line = [...output.matchAll(/\bTests\s+(\S.*)$/gm)].at(-1)?.[1] ?? '';
  return {
    passed: Number(/(?<!\d)(\d+) passed/.exec(line)?.[1] ?? 0),
    failed: Number(/(?<!\d)(\d+) failed/.exec(line)?.[1] ?? 0),
  };
}
