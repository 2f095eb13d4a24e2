import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** What a process took, from its start to its end. */
export interface ProcessFigures {
  readonly milliseconds: number;
  /** The most memory that it held. */
  readonly peakMegabytes: number;
}

/** Runs a Node program to its end and measures it from outside. Rejects when it fails. */
export async function measureProcess(args: readonly string[], cwd: string): Promise<ProcessFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'kb-bench-'));
  const report = join(folder, 'peak');
  const hook = new URL('./report-peak.ts', import.meta.url).href;
  try {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, ['--import', hook, ...args], {
        cwd,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, KB_BENCH_PEAK: report },
      });
      let problems = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`${args.join(' ')} ended with ${code}:\n${problems}`));
      });
    });
    return { milliseconds: performance.now() - start, peakMegabytes: Number(readFileSync(report, 'utf8')) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
