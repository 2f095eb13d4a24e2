import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

/**
 * Runs the command of a step. Resolves with its exit code and output, and how many seconds it took. `minutes`: its time
 * limit. `print`: gets the output while it runs. `niceness`: above 0 gives way to others. `env`: additional variables.
 */
export async function runStep({ command, minutes, print, niceness = 0, env = {} }) {
  const start = Date.now();
  const [file, ...args] = niceness > 0 ? ['nice', '-n', `${niceness}`, ...command] : command;
  const { code, output } = await new Promise((resolve) => {
    // A separate process group: the processes that the step started end with it.
    const child = spawn(file, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
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
          if (signal === 'SIGKILL') for (const stream of [child.stdout, child.stderr]) stream.destroy();
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
    child.once('error', (error) => {
      add(`${String(error)}\n`);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
  return { code, output, seconds: (Date.now() - start) / 1000 };
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
