// Checks that Ctrl-C at any moment of `npm start`, or the death of any of its processes, leaves no process behind.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Time limit of each step in milliseconds: a guard against hanging, many times the duration on an idle machine.
 */
const PATIENCE = 180_000;

/** Printed when everything runs, including the operator. */
const WHEN_ALL_RUNS = 'all runs';

/**
 * When: in milliseconds after the start, which is a different step on each machine, or when everything runs. To whom
 * the signal is sent: to the whole group, as a terminal does, or only to npm, as a supervisor does.
 */
const cases = [
  { after: 50, signal: 'SIGINT', to: 'group' },
  { after: 300, signal: 'SIGINT', to: 'group' },
  { after: 700, signal: 'SIGINT', to: 'group' },
  { after: 1200, signal: 'SIGINT', to: 'group' },
  { after: 2000, signal: 'SIGINT', to: 'group' },
  { after: WHEN_ALL_RUNS, signal: 'SIGINT', to: 'group' },
  { after: 1500, signal: 'SIGTERM', to: 'npm' },
  { after: WHEN_ALL_RUNS, signal: 'SIGTERM', to: 'npm' },
  { after: WHEN_ALL_RUNS, signal: 'SIGKILL', to: 'npm' },
  { after: WHEN_ALL_RUNS, signal: 'SIGKILL', to: 'kb' },
] as const;

// The started processes are in their own groups: this ends them when the check itself is ended.
const marks: string[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const { pid } of marks.flatMap(markedProcesses)) send('SIGKILL', pid);
    process.exit(1);
  });
}

async function leftBehind(
  { after, signal, to }: (typeof cases)[number],
  index: number,
): Promise<readonly ProcessInfo[]> {
  const mark = `KB_INTERRUPT_CHECK=${process.pid}-${index}`;
  const [name = '', value] = mark.split('=');
  marks.push(mark);
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [name]: value },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm could not be started');
  const descendant = (pattern: RegExp): number | undefined =>
    markedProcesses(mark).find(({ command }) => pattern.test(command))?.pid;
  if (after !== WHEN_ALL_RUNS) await sleep(after);
  else if (!(await within(PATIENCE, () => descendant(/controller\/src\/main\.ts/) !== undefined)))
    console.error(`after ${PATIENCE / 1000} s there is still no operator`);
  const receiver = to === 'kb' ? descendant(/kb\.js dev/) : to === 'group' ? -pid : pid;
  if (receiver !== undefined) send(signal, receiver);
  if (await within(PATIENCE, () => markedProcesses(mark).length === 0)) return [];
  const rest = markedProcesses(mark);
  for (const one of rest) send('SIGKILL', one.pid);
  return rest;
}

/** A running process. */
interface ProcessInfo {
  readonly pid: number;
  readonly command: string;
}

/**
 * Processes whose environment contains `mark` (`NAME=value`): all descendants of a command that was started with it,
 * even if their parents have ended. Linux only.
 */
function markedProcesses(mark: string): ProcessInfo[] {
  const found: ProcessInfo[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark)) continue;
      if (/^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))) continue;
      found.push({
        pid: Number(name),
        command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

/** Whether a condition becomes true in time. */
async function within(milliseconds: number, isSo: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += 100) {
    await sleep(100);
    if (isSo()) return true;
  }
  return false;
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

if (process.platform === 'linux') {
  let failed = 0;
  for (const [index, one] of cases.entries()) {
    const rest = await leftBehind(one, index);
    const what = `${one.signal} to ${one.to === 'group' ? 'the whole group' : one.to} ${one.after === WHEN_ALL_RUNS ? 'when all runs' : `after ${one.after} ms`}`;
    if (rest.length === 0) console.log(`${what}: nothing left behind`);
    else {
      failed += 1;
      console.error(
        `${what}: left behind after ${PATIENCE / 1000} s:\n${rest.map(({ pid, command }) => `  ${pid} ${command}`).join('\n')}`,
      );
    }
  }
  console.log(`interrupting: ${cases.length - failed} of ${cases.length}`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  console.log('SKIPPED: what is left behind is only looked for on Linux');
}
