import { judge, megabytes } from './judge.ts';
import { startLeakWatch } from './leak-watch.ts';
import { judgeMemory, memoryLine, memorySoaks, runMemorySoak } from './memory/memory-soak.ts';
import { type Checkpoint, runSoak, type SoakResult } from './run-soak.ts';
import { readOptions, type SoakOptions, USAGE } from './soak-options.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let options: SoakOptions | undefined;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`soak: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const { seed, days, objects, memory } = options;
  if (memory !== undefined) return soakMemory(memory);
  const started = performance.now();
  const elapsed = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  console.log(`soak: seed ${seed}, ${days} virtual days, ${objects} objects, two replicas`);
  const result = await runSoak(options, startLeakWatch(), (seen) => console.log(checkpointLine(seen, elapsed())));
  console.log(`${report(result)}\nlast version ${result.revision}`);
  const faults = judge(result);
  for (const fault of faults) console.error(`soak: ${fault}`);
  const verdict =
    faults.length === 0 ? 'passed' : `FAILED, repeat it with --seed ${seed} --days ${days} --objects ${objects}`;
  console.log(`soak: ${verdict} (seed ${seed}, ${days} virtual days in ${elapsed()})`);
  return faults.length === 0 ? 0 : 1;
}

async function soakMemory(times: number): Promise<number> {
  const faults: string[] = [];
  for (const soak of memorySoaks) {
    const result = await runMemorySoak(soak, times);
    console.log(memoryLine(soak, result));
    faults.push(...judgeMemory(soak, result));
  }
  for (const fault of faults) console.error(`soak: ${fault}`);
  console.log(`soak: ${faults.length === 0 ? 'passed' : 'FAILED'}`);
  return faults.length === 0 ? 0 : 1;
}

function checkpointLine(seen: Checkpoint, elapsed: string): string {
  const { hour, settledAfter, timers, streams, signals, listeners, heap, problems } = seen;
  const state = problems.length === 0 ? `settled after ${settledAfter} min` : `${problems.length} PROBLEMS`;
  return `hour ${String(hour).padStart(4)}: ${state}, ${streams} streams, ${timers} timers, ${signals} signals with ${listeners} listeners, heap ${megabytes(heap)} (${elapsed})`;
}

function report({ counts }: SoakResult): string {
  return Object.entries(counts)
    .map(
      ([part, of]) =>
        `${part}: ${Object.entries(of)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}`,
    )
    .join('\n');
}
