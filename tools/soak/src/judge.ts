import type { Checkpoint, SoakResult } from './run-soak.ts';

/** Allowed growth of memory: code that is compiled later, and noise. */
const slack = { share: 0.08, bytes: 8 * 1024 * 1024 };

/** Returns the violated invariants; empty if all hold. */
export function judge({ checkpoints, violations, counts }: SoakResult): string[] {
  const faults = violations.slice(0, 5).map((line) => `written without the lease: ${line}`);
  for (const { hour, problems } of checkpoints) {
    if (problems.length > 0)
      faults.push(`hour ${hour}: ${problems.length} problems: ${problems.slice(0, 3).join('; ')}`);
  }
  const [first, second = first] = checkpoints;
  const last = checkpoints.at(-1);
  if (first && second && last) faults.push(...growth(first, last), ...heapGrowth(second, last));
  const left = counts['cluster']?.['timers left'] ?? 0;
  if (left > 0) faults.push(`${left} timers are left at the end`);
  return faults;
}

/** What has grown since the time before the first fault. */
function growth(first: Checkpoint, last: Checkpoint): string[] {
  const found: string[] = [];
  const look = (what: 'timers' | 'streams' | 'signals' | 'listeners', more: number): void => {
    if (last[what] > first[what] + more) found.push(`${what} grew from ${first[what]} to ${last[what]}`);
  };
  look('timers', 10);
  look('streams', 0);
  look('signals', 20);
  look('listeners', 20);
  return found;
}

/** Compared with the second checkpoint, because all code has run once by then. */
const heapGrowth = (second: Checkpoint, last: Checkpoint): string[] => growthOf(second.heap, last.heap, 'heap');

/** Reports bytes that have grown, by more than noise. */
export function growthOf(first: number, last: number, what = 'memory'): string[] {
  const most = first * (1 + slack.share) + slack.bytes;
  return last > most ? [`the ${what} grew from ${megabytes(first)} to ${megabytes(last)}`] : [];
}

/** The unit of the report. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
