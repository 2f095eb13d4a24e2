import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSupervisor } from './supervisor.ts';
import type { ProcessSpec } from './supervisor-protocol.ts';
import { deadlineIn, waitUntil } from '../wait.ts';

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kb-supervisor-'));
  directory = join(parent, 'owned');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A Node program to supervise. */
function program(name: string, source: string): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: ['-e', source],
    cwd: parent,
    logFile: join(directory, `${name}.log`),
    env: {},
  };
}

const IDLE = 'setInterval(() => {}, 1 << 30)';
/** Starts a child that ignores SIGTERM and SIGINT, and prints its id. */
const WITH_CHILD = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); ${IDLE}"]);
  console.log(child.pid);
  ${IDLE}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In a container whose first process does not collect orphans, a dead one keeps its id as a zombie.
  return process.platform !== 'linux' || !/\) Z /.test(readStat(pid));
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ') Z '; // gone meanwhile
  }
}

async function until(what: string, condition: () => boolean): Promise<void> {
  await waitUntil(async () => condition() || undefined, { what, deadline: deadlineIn(120_000), intervalMs: 10 });
}

/** The id in the log of a WITH_CHILD program. */
async function grandchildOf(logFile: string): Promise<number> {
  const read = async (): Promise<number | undefined> =>
    Number(/^(\d+)\n/.exec(existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')?.[1]) || undefined;
  return await waitUntil(read, { what: 'a line in the log', deadline: deadlineIn(120_000), intervalMs: 10 });
}

test('stop ends the processes and their children, and removes the folder', async () => {
  const supervisor = await startSupervisor(directory);
  const spec = program('a', WITH_CHILD);
  const started = await supervisor.start(spec);
  const pids = [supervisor.pid, started.pid, await grandchildOf(spec.logFile)];
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  await Promise.all([supervisor.stop(), supervisor.stop()]);
  expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await until('every process to be gone', () => !pids.some(isAlive));
  expect(existsSync(directory)).toBe(false);
});

test('an exit is reported, with the output in the log', async () => {
  const supervisor = await startSupervisor(directory);
  try {
    const spec = program('a', "console.log('to stdout'); console.error('to stderr'); process.exitCode = 3");
    const process = await supervisor.start(spec);
    expect(await process.exited).toEqual({ code: 3, signal: null });
    expect(process.exit).toEqual({ code: 3, signal: null });
    expect(readFileSync(spec.logFile, 'utf8')).toBe('to stdout\nto stderr\n');
  } finally {
    await supervisor.stop();
  }
});

test('a missing program is an error, as is a start after the stop', async () => {
  const supervisor = await startSupervisor(directory);
  try {
    const missing = { ...program('a', ''), command: join(parent, 'missing') };
    await expect(supervisor.start(missing)).rejects.toMatchObject({
      code: 'KB_COMPONENT_FAILED',
      message: expect.stringContaining('ENOENT'),
    });
  } finally {
    await supervisor.stop();
  }
  await expect(supervisor.start(program('a', IDLE))).rejects.toThrow('the supervisor has ended');
});

test('when the supervisor is killed, its processes still end', async () => {
  const supervisor = await startSupervisor(directory);
  const spec = program('a', WITH_CHILD);
  const started = await supervisor.start(spec);
  const pids = [started.pid, await grandchildOf(spec.logFile)];
  process.kill(supervisor.pid, 'SIGKILL');
  expect(await started.exited).toMatchObject({ error: 'its supervisor ended' });
  await until('every process to be gone', () => !pids.some(isAlive));
  await supervisor.stop();
  expect(existsSync(directory)).toBe(false);
});

test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('no process outlives a parent that gets %s', async (signal) => {
  const spec = program('a', WITH_CHILD);
  const source = `
    const { startSupervisor } = await import(${JSON.stringify(new URL('supervisor.ts', import.meta.url))});
    const supervisor = await startSupervisor(${JSON.stringify(directory)});
    const started = await supervisor.start(${JSON.stringify(spec)});
    console.log([supervisor.pid, started.pid].join(' '));
    ${IDLE}`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void owner.kill('SIGKILL'));
  const pids: number[] = [];
  try {
    const [line] = (await once(owner.stdout, 'data')) as [Buffer];
    pids.push(...line.toString().trim().split(' ').map(Number), await grandchildOf(spec.logFile));
    expect(pids.map(isAlive)).toEqual([true, true, true]);
  } finally {
    owner.kill(signal);
  }
  await until('every process to be gone', () => !pids.some(isAlive));
  expect(existsSync(directory)).toBe(false);
});

test('a supervisor does not keep its parent alive', async () => {
  const source = `
    const { startSupervisor } = await import(${JSON.stringify(new URL('supervisor.ts', import.meta.url))});
    const supervisor = await startSupervisor(${JSON.stringify(directory)});
    await supervisor.start(${JSON.stringify(program('a', IDLE))});`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' });
  onTestFinished(() => void owner.kill('SIGKILL'));
  expect(await once(owner, 'exit')).toEqual([0, null]);
  await until('the folder to be removed', () => !existsSync(directory));
});
