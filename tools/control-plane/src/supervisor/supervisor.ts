import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ControlPlaneError } from '../errors.ts';
import { describeLog } from '../log-tail.ts';
import type { ProcessSpec, SupervisorReport, SupervisorRequest } from './supervisor-protocol.ts';
import { within } from '../wait.ts';

/** The way in which a process ended. */
export interface ProcessExit {
  code: number | null;
  signal: string | null;
  /** The reason why it could not be started, or why nothing else is known. */
  error?: string;
}

/** A process under the supervisor. */
export interface SupervisedProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Set once it has ended. */
  readonly exit: ProcessExit | undefined;
  /** Resolves when it has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
}

/** Starts processes that never outlive the current one; see {@link startSupervisor}. */
export interface Supervisor {
  /** The folder that is removed at the end. */
  readonly directory: string;
  /** Process id of the supervisor itself. */
  readonly pid: number;
  /** Starts a process. Throws ControlPlaneError COMPONENT_FAILED when that is not possible. */
  start(spec: ProcessSpec): Promise<SupervisedProcess>;
  /** Ends every process, removes the directory, and resolves when both are done. May be called more than once. */
  stop(): Promise<void>;
}

// Guards against hanging: both take milliseconds.
const START_MS = 120_000;
const STOP_MS = 90_000;

interface Entry {
  name: string;
  logFile: string;
  pid: number;
  exit: ProcessExit | undefined;
  exited: PromiseWithResolvers<ProcessExit>;
  started: PromiseWithResolvers<void>;
}

/**
 * Starts a supervisor that owns `directory` (made when it is missing). When this process ends, for whatever reason and
 * without any handler here, the supervisor ends its processes and removes the directory. It does not keep this process
 * alive.
 */
export async function startSupervisor(directory: string): Promise<Supervisor> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const errorLog = join(directory, 'supervisor.log');
  const errors = openSync(errorLog, 'a', 0o600);
  const { NODE_OPTIONS: _, ...env } = process.env; // a test runner's loaders have no place in it
  // Detached: Ctrl-C in a terminal reaches the whole process group, and the supervisor must not die before those it
  // watches over.
  const child = spawn(process.execPath, [fileURLToPath(new URL('supervisor-process.ts', import.meta.url)), directory], {
    stdio: ['pipe', 'pipe', errors],
    detached: true,
    env,
  });
  closeSync(errors);
  await once(child, 'spawn');
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('a pipe was asked for, and is missing');
  const entries = new Map<number, Entry>();
  let stopping: Promise<void> | undefined;

  const settle = (entry: Entry, exit: ProcessExit): void => {
    entry.exit ??= exit;
    entry.exited.resolve(entry.exit);
    entry.started.resolve();
  };
  createInterface({ input: stdout }).on('line', (line) => {
    const report = JSON.parse(line) as SupervisorReport; // the only writer is supervisor-process.ts
    const entry = entries.get(report.id);
    if (entry === undefined) return;
    if ('exited' in report) return settle(entry, report.exited);
    entry.pid = report.started.pid;
    entry.started.resolve();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      for (const entry of entries.values()) {
        if (entry.exit !== undefined) continue;
        if (code !== 0) killGroup(entry.pid); // the supervisor itself was killed
        settle(entry, { code: null, signal: null, error: 'its supervisor ended' });
      }
      resolve();
    });
  });
  child.on('error', () => undefined); // of a signal that came too late
  stdin.on('error', () => undefined); // EPIPE of a supervisor that ended: `close` tells it better
  child.unref();
  for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();

  const start = async (spec: ProcessSpec): Promise<SupervisedProcess> => {
    const id = entries.size + 1;
    const entry: Entry = {
      name: spec.name,
      logFile: spec.logFile,
      pid: 0,
      exit: undefined,
      exited: Promise.withResolvers(),
      started: Promise.withResolvers(),
    };
    entries.set(id, entry);
    if (stopping !== undefined || child.exitCode !== null || child.signalCode !== null) {
      settle(entry, { code: null, signal: null, error: 'the supervisor has ended' });
    }
    stdin.write(`${JSON.stringify({ id, start: spec } satisfies SupervisorRequest)}\n`);
    await within(entry.started.promise, START_MS);
    if (entry.pid === 0) {
      const reason = entry.exit?.error ?? `no answer from the supervisor within ${START_MS / 1000} s`;
      const log = await describeLog("The supervisor's log", errorLog);
      throw new ControlPlaneError(
        'KB_COMPONENT_FAILED',
        `${spec.name} (${spec.command}) could not be started: ${reason}${log}`,
      );
    }
    return {
      name: entry.name,
      pid: entry.pid,
      logFile: entry.logFile,
      exited: entry.exited.promise,
      get exit() {
        return entry.exit;
      },
    };
  };

  const stop = async (): Promise<void> => {
    stdin.end();
    await within(ended, STOP_MS);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await within(ended, STOP_MS);
    }
    // nothing to do unless the supervisor was killed
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };

  return {
    directory,
    pid: child.pid ?? 0, // known since the `spawn` event
    start,
    stop: () => (stopping ??= stop()),
  };
}

function killGroup(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
