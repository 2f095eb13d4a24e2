// npm run bench: measures, and prints each figure's minimum, median and maximum. A word runs only the benches of that name; `--runs N` (default 5). Of generation:
// `--kinds N,N` for other sizes, `--kb FILE` for the launcher of an installed kb.
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type BenchOptions, median } from './bench.ts';
import { apiServerBench } from './benches/api-server.ts';
import { generateBench } from './benches/generate.ts';
import { importBench } from './benches/import.ts';
import { typesBench } from './benches/types.ts';

const benches: readonly Bench[] = [generateBench, apiServerBench, typesBench, importBench];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, kinds: { type: 'string' }, kb: { type: 'string' } },
});
const runs = Number(values.runs);
const options: BenchOptions = {
  ...(values.kinds !== undefined && { kinds: values.kinds.split(',').map(Number) }),
  ...(values.kb !== undefined && { kb: path.resolve(values.kb) }),
};
const wanted = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

if (wanted.length === 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(
    `usage: npm run bench [-- [--runs N] [NAME …]], with N at least 1 and names among: ${benches.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
console.log(
  `Node ${process.version}, ${process.platform}-${process.arch}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`,
);
/** How many digits of a figure tell anything. */
const digits = { µs: 0, ms: 1, s: 2, MB: 1, x: 3 };
for (const bench of wanted) {
  console.log(`\n${bench.name}: ${bench.summary}; ${runs} runs`);
  for (const { name, unit, values: all, goal } of await bench.run(runs, options)) {
    const [low, middle, high] = [Math.min(...all), median(all), Math.max(...all)].map((value) =>
      value.toFixed(digits[unit]).padStart(9),
    );
    const verdict = goal === undefined ? '' : `  goal ${goal}: ${median(all) <= goal ? 'met' : 'MISSED'}`;
    console.log(`  ${name.padEnd(56)} min ${low}  median ${middle}  max ${high} ${unit}${verdict}`);
  }
}
