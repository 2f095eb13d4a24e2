/**
 * The supervisor: a small separate process that starts processes for its parent, and ends them with all their
 * descendants when its standard input closes. The operating system closes that pipe however the parent ends, SIGKILL
 * included, so nothing is ever left behind.
 *
 * Run as `node supervisor-process.ts <directory>`: the directory is removed at the end.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { SupervisorReport, SupervisorRequest } from './supervisor-protocol.ts';

/** Less than the time that the parent waits. */
const EXIT_WAIT_MS = 60_000;

const directory = process.argv[2];
const running = new Map<ChildProcess, Promise<void>>();
let ending = false;

function report(message: SupervisorReport): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function start({ id, start: spec }: SupervisorRequest): void {
  if (ending) return;
  const log = openSync(spec.logFile, 'w', 0o600);
  // Detached: a separate process group, so that its own children (a compiler under `go build`) end with it.
  const child = spawn(spec.command, [...spec.args], {
    cwd: spec.cwd,
    env: { ...spec.env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      report({ id, exited: { code: null, signal: null, error: error.message } });
      resolve();
    });
    child.once('exit', (code, signal) => {
      report({ id, exited: { code, signal } });
      resolve();
    });
  });
  running.set(child, exited);
  void exited.then(() => running.delete(child));
  if (child.pid !== undefined) report({ id, started: { pid: child.pid } });
}

/** SIGKILL: all data is discarded, and a graceful shutdown of kube-apiserver waits for its clients' watches. */
function kill(child: ChildProcess): void {
  // Undefined when it was never started; once it has exited, it is no longer in `running`, so the pid cannot be
  // another process's.
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  const exits = [...running.values()];
  for (const child of running.keys()) kill(child);
  await Promise.race([Promise.all(exits), new Promise((resolve) => setTimeout(resolve, EXIT_WAIT_MS))]);
  if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

// The parent may have ended before this message is written.
process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  void end();
});

const lines = createInterface({ input: process.stdin });
// Every line is a SupervisorRequest: the only writer is supervisor.ts, of the same version.
lines.on('line', (line) => start(JSON.parse(line) as SupervisorRequest));
lines.on('close', () => void end());
