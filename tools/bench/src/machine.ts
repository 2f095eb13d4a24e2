import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

/** What figures were measured on. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  /**
   * How many processes wanted a core in the minute before: much more than 0 before a measurement, and the machine was
   * not quiet.
   */
  readonly load: number;
}

/** This machine. */
export function describeMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform}-${process.arch} ${release()}`,
    processor: cpus()[0]?.model ?? 'unknown processor',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}
