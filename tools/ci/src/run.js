// Runs the steps of .ci/run. Plain JavaScript, because nothing is installed yet. Each step is a command that can also
// be run by hand.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bootstrap = 'tools/bootstrap/bootstrap.js';
const cache = mkdtempSync(join(tmpdir(), 'kb-npm-cache-'));

/**
 * Minutes until the last step is ended, before the caller's own time limit, so that the results are still printed.
 */
const allMinutes = 85;
const allEnd = Date.now() + allMinutes * 60_000;

/**
 * The steps, in order. `counts`: the step's output ends with the count of all tests. `minutes`: a time limit many times
 * the usual duration, 15 by default. A step that hangs is ended, and the other steps still run.
 */
const steps = [
  // A new user's two commands come first, and do the set-up: nothing is installed, and npm's cache is empty.
  { name: 'npm start -- --once (sets up by itself)', command: ['npm', 'start', '--', '--once'], clean: true },
  { name: 'npm test', command: ['npm', 'test'], counts: true, minutes: 40 },
  { name: 'format', command: ['node', bootstrap, 'exec', 'prettier', '--check', '.'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'type-check', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'dependency directions', command: ['node', bootstrap, 'run', 'tools/ci/src/dependency-directions.ts'] },
  { name: 'dead exports and files', command: ['npm', 'run', '--silent', 'dead-code'] },
  { name: 'documented exports', command: ['npm', 'run', '--silent', 'api-reference', '--', '--check'] },
  { name: 'structure', command: ['node', bootstrap, 'run', 'tools/ci/src/structure-check.ts'] },
  { name: 'built-in types', command: ['node', bootstrap, 'run', 'tools/ci/src/builtin-types-check.ts'] },
  { name: 'drift', command: ['node', bootstrap, 'run', 'tools/ci/src/drift-check.ts'] },
  { name: 'config/default renders', command: ['node', bootstrap, 'run', 'tools/ci/src/kustomize-check.ts'] },
  {
    name: 'least privilege of the sample operator',
    command: ['node', bootstrap, 'run', 'tools/ci/src/least-privilege.ts'],
  },
  {
    name: 'interrupting leaves nothing behind',
    command: ['node', bootstrap, 'run', 'tools/ci/src/interrupt-check.ts'],
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  // These use the build.
  { name: 'licences', command: ['npm', 'run', '--silent', 'licenses', '--', '--check'] },
  { name: 'packed packages', command: ['node', bootstrap, 'run', 'tools/ci/src/packed-packages.ts'] },
  {
    name: 'what an operator installs',
    command: ['node', bootstrap, 'run', 'tools/ci/src/operator-install.ts'],
  },
  {
    name: 'a new user, outside the repository',
    command: ['node', bootstrap, 'run', 'tools/ci/src/new-user.ts'],
    minutes: 30,
  },
  { name: 'soak: virtual days of faults', command: ['npm', 'run', '--silent', 'soak'], minutes: 30 },
  // Builds the control plane when it is not cached.
  { name: 'conformance', command: ['npm', 'run', '--silent', 'conformance'], minutes: 60 },
];

let interrupted = false;
const counted = { passed: 0, failed: 0 };
console.log(
  `Node ${process.version}, ${process.platform}-${process.arch}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
);
for (const step of steps) {
  console.log(`\n=== ${step.name}: ${step.command.join(' ')}`);
  const start = Date.now();
  let { code, output } = await run(step);
  // What the bootstrap says when npm could not fetch what the lock file names: the network may have failed.
  if (code !== 0 && step.clean && !interrupted && output.includes('The installation failed')) {
    console.log(`=== tried again, because the installation failed: ${step.name}`);
    ({ code, output } = await run(step));
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`=== ${code === 0 ? 'ok' : `FAILED (exit code ${code})`}: ${step.name}, ${seconds} s`);
  counted[code === 0 ? 'passed' : 'failed'] += 1;
  if (step.counts) {
    // The last lines list them, also if there are none.
    if (code === 0 && !/^\d+ of \d+ tests in \d+ packages were skipped/m.test(output)) {
      console.log('=== FAILED: it does not say which tests were skipped');
      counted.failed += 1;
    }
    const tests = testsOf(output);
    counted.passed += tests.passed;
    counted.failed += tests.failed;
  }
  // Without a set-up no other step can run.
  if (interrupted || (code !== 0 && step.clean)) break;
}
rmSync(cache, { recursive: true, force: true });
console.log(`\n${counted.passed} passed, ${counted.failed} failed`);
process.exitCode = counted.failed === 0 ? 0 : 1;

function run({ command: [file, ...args], clean, minutes: wanted = 15 }) {
  const minutes = Math.min(wanted, (allEnd - Date.now()) / 60_000);
  if (minutes <= 0) {
    console.log(`=== not begun: ${allMinutes} minutes are over`);
    return Promise.resolve({ code: 1, output: '' });
  }
  return new Promise((resolve) => {
    // A separate process group: the processes that the step started end with it.
    const child = spawn(file, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...(clean ? { npm_config_cache: cache } : {}) },
    });
    const endings = ['SIGTERM', 'SIGKILL'].map((signal, index) =>
      setTimeout(
        () => {
          console.log(`=== not done after ${minutes.toFixed(1)} minutes: ${signal}`);
          endGroup(child.pid, signal);
          // A process that left the group may keep the pipes open.
          if (signal === 'SIGKILL') for (const stream of [child.stdout, child.stderr]) stream.destroy();
        },
        (minutes + index / 2) * 60_000,
      ),
    );
    const interrupt = (signal) => {
      // Always ends at the second signal, however the first is handled.
      endGroup(child.pid, interrupted ? 'SIGKILL' : signal);
      interrupted = true;
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
    const done = (result) => {
      endings.forEach(clearTimeout);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt);
      resolve(result);
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        process.stdout.write(text);
      });
    }
    child.once('error', (error) => done({ code: 127, output: String(error) }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

/** Reads the last line such as `Tests  1 failed | 30 passed (31)`: the total of all packages. */
function testsOf(output) {
  const line = [...output.matchAll(/\bTests\s+(\S.*)$/gm)].at(-1)?.[1] ?? '';
  return {
    passed: Number(/(?<!\d)(\d+) passed/.exec(line)?.[1] ?? 0),
    failed: Number(/(?<!\d)(\d+) failed/.exec(line)?.[1] ?? 0),
  };
}
