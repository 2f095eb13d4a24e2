/** The time of some work at two sizes of its input. */
export interface Growth {
  /** Characters of the smaller input. */
  readonly size: number;
  /** Characters of the larger one. */
  readonly largerSize: number;
  /** CPU milliseconds for the smaller input. */
  readonly small: number;
  readonly large: number;
}

/** A growth of time that is steeper than that of the input. */
export interface Excess extends Growth {
  /** `large` divided by `small`: about 8 if linear, 64 if quadratic. */
  readonly ratio: number;
}

/** The factor from each size to the next. */
const STEP = 8;
/** The limit of the ratio: between linear (8) and quadratic (64). */
const STEEPEST = 24;
/** The minimum CPU milliseconds of the larger size for a comparison: shorter times are mostly noise. */
const FLOOR_MS = 40;
/** How often times are measured at most; the shortest counts. */
const ROUNDS = 4;

/**
 * Runs some work on inputs of 1, 8 and 64 thousand characters (or of `largest`, an eighth and a 64th of it), and
 * compares the time of each size with that of the one before. Returns undefined if time grows no faster than linearly.
 * A growth that looks too steep is measured several times, and the shortest time of each size counts, so that garbage
 * collection or other processes do not affect the result.
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

/** Bounds of the CPU time of some work, in milliseconds. */
interface Times {
  /** A lower bound, within {@link TICK_MS}: the CPU time of this thread, by a clock that may be coarse. */
  readonly cpu: number;
  /** An upper bound, however busy the machine is. */
  readonly most: number;
}

/** The resolution of the CPU clock, in milliseconds, at worst. */
const TICK_MS = 10;

/** Whether growth is too steep. Other processes can only increase `small.most`, which makes the ratio smaller. */
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
