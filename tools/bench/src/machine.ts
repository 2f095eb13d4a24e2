import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

/** The machine and Node version of a measurement. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  /**
   * The load average of the last minute: the number of processes that ran or waited for a core. If it is well above 0
   * before a measurement, the machine was busy.
   */
  readonly load: number;
}

/** Describes this machine. */
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
