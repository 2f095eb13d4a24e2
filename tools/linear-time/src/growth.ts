/** What a piece of work took at two sizes of its input. */
export interface Growth {
  /** Characters of the smaller input. */
  readonly size: number;
  /** Characters of the larger one. */
  readonly largerSize: number;
  /** Milliseconds of the processor. */
  readonly small: number;
  readonly large: number;
}

/** A growth that is steeper than the input's. */
export interface Excess extends Growth {
  /** `large` through `small`: about {@link STEP} when linear, its square when quadratic. */
  readonly ratio: number;
}

/** Each size is so many times the one before. */
const STEP = 8;
/** Between the ratio of what is linear (8) and of what is quadratic (64). */
const STEEPEST = 24;
/** Milliseconds that the larger size must take before it is compared at all: below it, noise decides. */
const FLOOR_MS = 40;
/** How often a growth that looks too steep is measured again: the smallest times count. */
const ROUNDS = 4;

/**
 * Runs some work on inputs of 1, 8 and 64 thousand characters (`largest` says where that ends), and compares the time
 * of each size with the one before. Undefined when it grows no faster than linearly. What looks too steep is measured
 * several times, and the least of each size counts, so that a collection of garbage or other work on the machine
 * decides nothing.
 */
export async function excessOf(
  work: (size: number) => unknown,
  largest: number = 1024 * STEP * STEP,
): Promise<Excess | undefined> {
  let size = Math.round(largest / STEP / STEP);
  let small = await timesOf(work, size);
  while (size < largest) {
    const largerSize = size * STEP;
    let large = await timesOf(work, largerSize);
    for (let round = 1; round < ROUNDS && large.cpu > FLOOR_MS; round += 1)
      small = lesser(small, await timesOf(work, size));
    for (let round = 1; round < ROUNDS && isSteep(small, large); round += 1) {
      large = lesser(large, await timesOf(work, largerSize));
    }
    if (isSteep(small, large))
      return { size, largerSize, small: small.most, large: large.cpu, ratio: large.cpu / small.most };
    size = largerSize;
    small = large;
  }
  return undefined;
}

/** In milliseconds. */
interface Times {
  /** Of this thread, by a clock that may be coarse: no more than was used, within a {@link TICK_MS}. */
  readonly cpu: number;
  /** No less than was used of the processor, however busy the machine is. */
  readonly most: number;
}

/** How coarse the clock of the processor may be. */
const TICK_MS = 10;

/** Other work on the machine makes only the smaller time longer, and with it the ratio smaller. */
function isSteep(small: Times, large: Times): boolean {
  return large.cpu > FLOOR_MS && large.cpu > small.most * STEEPEST;
}

function lesser(a: Times, b: Times): Times {
  return { cpu: Math.min(a.cpu, b.cpu), most: Math.min(a.most, b.most) };
}

async function timesOf(work: (size: number) => unknown, size: number): Promise<Times> {
  const began = performance.now();
  const before = process.threadCpuUsage();
  await work(size);
  const { user, system } = process.threadCpuUsage(before);
  const cpu = (user + system) / 1000;
  return { cpu, most: Math.min(performance.now() - began, cpu + TICK_MS) };
}
