import { readFileSync } from 'node:fs';
import type { Used } from './durations.ts';

/** Milliseconds of one tick of /proc/self/stat, on every Linux that Node supports. */
const TICK_MS = 10;
/** Where the time of the children is in /proc/self/stat, after the name of the process. */
const CHILD_USER = 13;
const CHILD_SYSTEM = 14;

/** Reads the clock, and the processor time of this process and, on Linux, of the processes that it waited for. */
export function readUsed(): Used {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 + cpuOfChildren() };
}

function cpuOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILD_USER]) + Number(fields[CHILD_SYSTEM])) * TICK_MS;
}
