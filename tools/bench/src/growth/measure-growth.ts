// A separate process for each operation and size, so that the heap and the compiled code of one size do not affect
// another. Arguments: the operation's name, the size, the size to warm up with, the number of runs. Prints the CPU
// seconds of each run as JSON.
import { performance } from 'node:perf_hooks';
import type { GrowthOperation, Work } from './measure/growth-operation.ts';
import { growthOperations } from './growth-operations.ts';

/** The least CPU seconds of a run: shorter work is repeated, and the mean counts, because CPU clocks may be coarse. */
const LEAST_SECONDS = 0.1;
/** The most repeats in a run. */
const MOST_REPEATS = 100;
/** CPU seconds of the warm-up, long enough for hot code to be compiled. */
const WARM_UP_SECONDS = 1;
const MOST_WARM_UPS = 20;
/** The warm-up ends after this many seconds of real time, preparations included. */
const LONGEST_WARM_UP_SECONDS = 10;
/** No further run begins after this many seconds of real time, preparations included. */
const LONGEST_SECONDS = 30;

const [name, size, warmUpSize, runs] = process.argv.slice(2);
const operation = growthOperations.find((one) => one.name === name);
if (operation === undefined) throw new Error(`no operation is called ${name}`);
await warmUp(operation, Number(warmUpSize));
const seconds: number[] = [];
const repeat = await preparations(operation, Number(size));
for (let run = 0; run < Number(runs); run += 1) {
  if (run > 0 && performance.now() > LONGEST_SECONDS * 1000) break;
  seconds.push(await measureRun(repeat));
}
// Exit at once: open watches of the last preparation would keep the process alive.
process.stdout.write(JSON.stringify(seconds), () => process.exit(0));

async function warmUp(one: GrowthOperation, smallest: number): Promise<void> {
  const prepare = await preparations(one, smallest);
  const ends = performance.now() + LONGEST_WARM_UP_SECONDS * 1000;
  let sum = 0;
  for (let count = 0; count < MOST_WARM_UPS && sum < WARM_UP_SECONDS; count += 1) {
    if (performance.now() > ends) break;
    sum += await cpuOf(await prepare());
  }
}

/** Returns a function that prepares the work of one repeat. */
async function preparations(one: GrowthOperation, of: number): Promise<() => Promise<Work>> {
  const prepare = async (): Promise<Work> => {
    const work = await one.prepare(of);
    // Garbage of the preparation does not count.
    globalThis.gc?.();
    return work;
  };
  if (one.repeatable !== true) return prepare;
  const work = await prepare();
  return () => Promise.resolve(work);
}

/** Repeats the work until the run is long enough. Returns the mean CPU seconds. */
async function measureRun(prepare: () => Promise<Work>): Promise<number> {
  const began = performance.now();
  let sum = 0;
  let count = 0;
  do {
    sum += await cpuOf(await prepare());
    count += 1;
  } while (sum < LEAST_SECONDS && count < MOST_REPEATS && performance.now() - began < LONGEST_SECONDS * 1000);
  return sum / count;
}

async function cpuOf(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
