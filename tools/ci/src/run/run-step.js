import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSecondsOf } from './times-table.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

let interrupted = false;
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // Always ends at the second signal, however the first is handled.
    for (const pid of running) endGroup(pid, interrupted ? 'SIGKILL' : signal);
    interrupted = true;
  });
}

/** Whether the caller asked to end. */
export const isInterrupted = () => interrupted;

/** Runs the command, and writes to the file descriptor 3 how much processor time it took. */
const MEASURED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/**
 * Runs the command of a step. Resolves with its exit code and output, and how many seconds it took, and how many of
 * processor time. `minutes`: its time limit. `print`: gets the output while it runs. `niceness`: above 0 gives way to
 * others. `env`: additional variables.
 */
export async function runStep({ command, minutes, print, niceness = 0, env = {} }) {
  const start = Date.now();
  const measured = ['bash', '-c', MEASURED, 'bash', ...command];
  const [file, ...args] = niceness > 0 ? ['nice', '-n', `${niceness}`, ...measured] : measured;
  let times = '';
  const { code, output } = await new Promise((resolve) => {
    // A separate process group: the processes that the step started end with it.
    const child = spawn(file, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...env },
    });
    if (child.pid !== undefined) running.add(child.pid);
    let output = '';
    const add = (text) => {
      output += text;
      print(text);
    };
    const endings = ['SIGTERM', 'SIGKILL'].map((signal, index) =>
      setTimeout(
        () => {
          add(`=== not done after ${minutes.toFixed(1)} minutes: ${signal}\n`);
          endGroup(child.pid, signal);
          // A process that left the group may keep the pipes open.
          if (signal === 'SIGKILL') for (const stream of child.stdio) stream?.destroy();
        },
        (minutes + index / 2) * 60_000,
      ),
    );
    const done = (code) => {
      endings.forEach(clearTimeout);
      running.delete(child.pid);
      resolve({ code, output });
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', add);
    child.stdio[3].setEncoding('utf8').on('data', (text) => (times += text));
    child.once('error', (error) => {
      add(`${String(error)}\n`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
  return { code, output, seconds: (Date.now() - start) / 1000, cpuSeconds: cpuSecondsOf(times) };
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
