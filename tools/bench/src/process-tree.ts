import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** A program with its arguments. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command until it exits. Resolves with the milliseconds that it took. Rejects with its output on standard error
 * when it fails.
 */
export async function timeOf(command: Command): Promise<number> {
  const start = performance.now();
  await run(command, () => undefined);
  return performance.now() - start;
}

/**
 * Runs a command until it exits. Resolves with the peak memory of its process tree, in MB of resident memory; pages
 * that two processes share count twice. Memory is polled every few milliseconds, which slows the command down: measure
 * time in other runs. NaN without /proc.
 */
export async function peakOf(command: Command): Promise<number> {
  let peak = 0;
  await run(command, (root) => {
    const look = setInterval(() => (peak = Math.max(peak, treeMemory(root))), 4);
    return () => clearInterval(look);
  });
  return peak === 0 ? Number.NaN : peak / 1024;
}

/** Runs a command. `onStart` returns a function to call when it has exited. */
function run({ program, args, cwd, env }: Command, onStart: (pid: number) => (() => void) | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    const stop = child.pid === undefined ? undefined : onStart(child.pid);
    let problems = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
    child.once('error', reject);
    child.once('close', (code) => {
      stop?.();
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${problems}`));
    });
  });
}

/** Returns the resident memory of a process and its descendants, in MB. NaN without /proc. */
export function memoryOf(root: number): number {
  const total = treeMemory(root);
  return total === 0 ? Number.NaN : total / 1024;
}

/** Returns the sum of the peak resident memory of a process and its living descendants, in MB. NaN without /proc. */
export function peakMemoryOf(root: number): number {
  const total = sumOf(root, 'VmHWM');
  return total === 0 ? Number.NaN : total / 1024;
}

/**
 * Returns the CPU seconds of a process, its descendants, and descendants that exited and were waited for. NaN without
 * /proc.
 */
export function cpuSecondsOf(root: number): number {
  let ticks = 0;
  for (const pid of treeOf(root)) {
    // After the name, which may contain anything: the state and 10 more fields, then utime, stime, cutime, cstime.
    const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks === 0 ? Number.NaN : ticks / TICKS_PER_SECOND;
}

/** USER_HZ: the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Returns the resident memory of a process and its descendants, in KiB. */
const treeMemory = (root: number): number => sumOf(root, 'VmRSS');

/** Sums a field of /proc/⟨pid⟩/status over a process and its descendants; 0 without /proc. */
function sumOf(root: number, field: 'VmRSS' | 'VmHWM'): number {
  const value = new RegExp(`^${field}:\\s+(\\d+)`, 'm');
  let total = 0;
  for (const pid of treeOf(root)) total += Number(value.exec(readProcess(pid, 'status'))?.[1] ?? 0);
  return total;
}

/** Returns the ids of a process and its descendants; none without /proc. */
function treeOf(root: number): number[] {
  if (!existsSync('/proc')) return [];
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!(pid >= root)) continue;
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    tree.push(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return tree;
}

function readProcess(pid: number, file: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
