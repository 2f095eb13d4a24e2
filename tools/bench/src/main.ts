// npm run bench: measures, and prints each figure's minimum, median and maximum. Names select benchmarks; `--runs N`
// (default: 5). For `generate`: `--kinds N,N` for other sizes; for it and for `commands`: `--kb FILE` for the launcher
// of an installed kb. For `runtime`: `--objects N,N` for other sizes, `--operator FILE` for our operator, already
// compiled, `--record` to write the results to docs/benchmarks. For `growth`: `--only WORD` for the operations with
// this word in their names, `--sizes N,N` for other sizes, `--record`. For `crowded`: `--only WORD` likewise,
// `--objects N` for fewer objects, `--record`. For `schema`: `--only WORD` for one of its parts (rules, validations,
// preparation, creates), `--record`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type BenchOptions, type Figure, median } from './bench.ts';
import { apiServerBench } from './benches/api-server.ts';
import { commandsBench } from './benches/commands.ts';
import { crowdedBench } from './benches/crowded.ts';
import { devBench } from './benches/dev.ts';
import { generateBench } from './benches/generate.ts';
import { growthBench } from './benches/growth.ts';
import { importBench } from './benches/import.ts';
import { pageBench } from './benches/page.ts';
import { runtimeBench } from './benches/runtime.ts';
import { schemaBench } from './benches/schema.ts';
import { startBench } from './benches/start.ts';
import { typesBench } from './benches/types.ts';
import { formatNumber } from './chart/format-value.ts';
import { describeMachine } from './machine.ts';

const benches: readonly Bench[] = [
  generateBench,
  commandsBench,
  apiServerBench,
  runtimeBench,
  typesBench,
  importBench,
  growthBench,
  crowdedBench,
  schemaBench,
  startBench,
  devBench,
  pageBench,
];
const USAGE = `usage: npm run bench [-- [--runs N] [--kinds N,N] [--objects N,N] [--kb FILE] [--operator FILE] [--record] [--only WORD] [--sizes N,N] [NAME …]], with N at least 1 and names among: ${benches.map(({ name }) => name).join(', ')}`;
const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const runs = Number(values.runs);
const options: BenchOptions = {
  ...(values.kinds !== undefined && { kinds: values.kinds.split(',').map(Number) }),
  ...(values.kb !== undefined && { kb: path.resolve(values.kb) }),
  ...(values.objects !== undefined && { objects: values.objects.split(',').map(Number) }),
  ...(values.operator !== undefined && { operator: path.resolve(values.operator) }),
  record: values.record,
  ...(values.only !== undefined && { only: values.only }),
  ...(values.sizes !== undefined && { sizes: values.sizes.split(',').map(Number) }),
};
const wanted = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) refuse(`no benchmark is called ${unknown.join(', ')}`);
if (options.sizes?.some((size) => !Number.isInteger(size) || size < 1))
  refuse(`--sizes ${values.sizes}: expected positive integers, such as 100,200`);
if (!Number.isInteger(runs) || runs < 1) refuse(`--runs ${values.runs}: expected a positive integer`);

const { node, platform, cores, processor } = describeMachine();
console.log(`Node ${node}, ${platform}, ${cores} × ${processor}`);
for (const bench of wanted) {
  console.log(`\n${bench.name}: ${bench.summary}; ${runs} runs`);
  for (const figure of await bench.run(runs, options)) {
    const { name, unit, values: all } = figure;
    const [low, middle, high] = [Math.min(...all), median(all), Math.max(...all)].map((value) =>
      formatNumber(value, unit).padStart(9),
    );
    console.log(`  ${name.padEnd(56)} min ${low}  median ${middle}  max ${high} ${unit}${verdict(figure)}`);
  }
}

function verdict({ values: all, goal, floor }: Figure): string {
  const said = (what: string, met: boolean): string => `  goal ${what}: ${met ? 'met' : 'MISSED'}`;
  if (goal !== undefined) return said(String(goal), median(all) <= goal);
  return floor === undefined ? '' : said(`at least ${floor}`, median(all) >= floor);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '5' },
        kinds: { type: 'string' },
        kb: { type: 'string' },
        objects: { type: 'string' },
        operator: { type: 'string' },
        record: { type: 'boolean', default: false },
        only: { type: 'string' },
        sizes: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    // parseArgs throws a TypeError for a wrong option; any other error is a bug.
    if (!(error instanceof TypeError)) throw error;
    return refuse(error.message);
  }
}

function refuse(why: string): never {
  console.error(`${why}\n${USAGE}`);
  process.exit(2);
}
