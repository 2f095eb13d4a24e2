import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** A command as it is started. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables over those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command to its end. Resolves with the milliseconds that it took, rejects with what it printed when it fails.
 */
export async function timeOf(command: Command): Promise<number> {
  const start = performance.now();
  await run(command, () => undefined);
  return performance.now() - start;
}

/**
 * The most memory that a command and everything that it starts hold at one time, in MB of resident memory (pages that
 * two processes share count twice). Looked at every few milliseconds, which slows the command down: measure time in
 * other runs. NaN where there is no /proc.
 */
export async function peakOf(command: Command): Promise<number> {
  let peak = 0;
  await run(command, (root) => {
    const look = setInterval(() => (peak = Math.max(peak, treeMemory(root))), 4);
    return () => clearInterval(look);
  });
  return peak === 0 ? Number.NaN : peak / 1024;
}

/** `onStart` gives what to do at the end. */
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

/** Resident memory of a process and its descendants, in MB. NaN where there is no /proc. */
export function memoryOf(root: number): number {
  const total = treeMemory(root);
  return total === 0 ? Number.NaN : total / 1024;
}

/**
 * The most resident memory that a process and its descendants that live each held so far, in MB. NaN where there is no
 * /proc.
 */
export function peakMemoryOf(root: number): number {
  const total = sumOf(root, 'VmHWM');
  return total === 0 ? Number.NaN : total / 1024;
}

/**
 * CPU seconds of a process, its descendants, and those of them that ended and were waited for. NaN where there is no
 * /proc.
 */
export function cpuSecondsOf(root: number): number {
  let ticks = 0;
  for (const pid of treeOf(root)) {
    // After the name, which may hold anything: the state and 10 more fields, then utime, stime, cutime, cstime.
    const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks === 0 ? Number.NaN : ticks / TICKS_PER_SECOND;
}

/** USER_HZ: the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process and its descendants, in KiB. */
const treeMemory = (root: number): number => sumOf(root, 'VmRSS');

/** The sum of a field of /proc/⟨pid⟩/status over a process and its descendants; 0 where there is no /proc. */
function sumOf(root: number, field: 'VmRSS' | 'VmHWM'): number {
  const value = new RegExp(`^${field}:\\s+(\\d+)`, 'm');
  let total = 0;
  for (const pid of treeOf(root)) total += Number(value.exec(readProcess(pid, 'status'))?.[1] ?? 0);
  return total;
}

/** A process and its descendants. */
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
