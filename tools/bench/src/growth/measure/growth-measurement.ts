import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from '../../bench.ts';
import { predictedCost, type SizedCost } from './exponent.ts';
import type { GrowthOperation } from './growth-operation.ts';
import type { GrowthRow } from './growth-table.ts';

/** A size is not measured if it is expected to take more CPU seconds. */
const MOST_CPU_SECONDS = 400;
/** A process that takes longer, with preparations and all runs, is killed. */
const LONGEST_MINUTES = 20;

const script = path.join(import.meta.dirname, '../measure-growth.ts');

/** How operations are measured. */
export interface GrowthSettings {
  /** The maximum number of runs per size. */
  readonly runs: number;
  /** The folder of Node's compile cache: without it, each process needs a second to start. */
  readonly compileCache: string;
}

/**
 * Measures an operation at ascending sizes: at each, the median of the runs, in a separate process. Stops before a size
 * that is expected to take more than 400 CPU seconds, and at one that fails; the row's note gives the reason.
 */
export async function measureOperation(
  operation: GrowthOperation,
  sizes: readonly number[],
  { runs, compileCache }: GrowthSettings,
): Promise<GrowthRow> {
  const { name, of, reason } = operation;
  const about = { name, of, ...(reason !== undefined && { reason }) };
  const costs: SizedCost[] = [];
  for (const size of sizes) {
    const predicted = predictedCost(costs, size);
    if (predicted > MOST_CPU_SECONDS)
      return { ...about, costs, note: `${size}: not measured, would take about ${predicted.toFixed(0)} s` };
    const warmUpSize = Math.min(operation.size, size);
    try {
      costs.push({ size, seconds: median(await secondsOf([name, size, warmUpSize, runs], compileCache)) });
    } catch (error) {
      return { ...about, costs, note: `${size}: ${reasonOf(error)}` };
    }
  }
  return { ...about, costs };
}

async function secondsOf(words: readonly (string | number)[], compileCache: string): Promise<number[]> {
  const args = ['--conditions=@kb/source', '--expose-gc', script, ...words.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    timeout: LONGEST_MINUTES * 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** Explains in one line why there is no figure. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('killed' in error && error.killed === true) return `killed after ${LONGEST_MINUTES} minutes`;
  const ending = ['signal', 'code'].map((key) => Reflect.get(error, key)).find((value) => value !== null);
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const line = output.split('\n').find((text) => /^\w*Error\b|FATAL|Warning:/.test(text));
  return `failed: ${line?.trim().replaceAll('|', '/').slice(0, 120) ?? `ended with ${String(ending)}`}`;
}
