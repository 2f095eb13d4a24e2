import { readdirSync, readFileSync } from 'node:fs';

/** A process that is there. */
export interface ProcessInfo {
  readonly pid: number;
  readonly command: string;
}

/**
 * Processes whose environment holds `mark` (`NAME=value`): everything that descends from a command started with it,
 * whatever became of its parents. Linux only.
 */
export function markedProcesses(mark: string): ProcessInfo[] {
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
