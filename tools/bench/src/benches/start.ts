import { performance } from 'node:perf_hooks';
import { createTestEnvironment } from '@kb/testing';
import type { Bench } from '../bench.ts';

/** The longest that a test environment may take to start, in milliseconds. */
const START_GOAL_MS = 30;
/** Starts in one run, of which the median counts. */
const STARTS = 20;
/** Starts before that, so that no code is compiled during the others. */
const WARM_UP = 20;

/** Measures how long a test waits for its environment: an embedded API server with all simulated controllers. */
export const startBench: Bench = {
  name: 'start',
  summary: 'a test environment with all simulated controllers, until a test can use it; warm, as in a file of tests',
  async run(runs) {
    for (let index = 0; index < WARM_UP; index += 1) await start();
    const values: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const times: number[] = [];
      for (let index = 0; index < STARTS; index += 1) times.push(await start());
      values.push(times.toSorted((a, b) => a - b)[STARTS / 2] ?? 0);
    }
    const idle: number[] = [];
    for (let run = 0; run < runs; run += 1) idle.push(await idleMinutes());
    return [
      { name: 'start of a test environment', unit: 'ms', goal: START_GOAL_MS, values },
      { name: 'ten idle minutes of virtual time, CPU', unit: 'ms', values: idle },
    ];
  },
};

/** Starts an environment and stops it again. Resolves with the milliseconds of the start. */
async function start(): Promise<number> {
  const began = performance.now();
  const environment = await createTestEnvironment({ controlPlane: 'embedded' });
  const took = performance.now() - began;
  await environment.stop();
  return took;
}

/** Measures the CPU time of an environment in which nothing happens, in milliseconds. */
async function idleMinutes(): Promise<number> {
  const environment = await createTestEnvironment({ controlPlane: 'embedded' });
  await environment.advance(5 * 60_000);
  const before = process.cpuUsage();
  await environment.advance(10 * 60_000);
  const { user, system } = process.cpuUsage(before);
  await environment.stop();
  return (user + system) / 1000;
}
