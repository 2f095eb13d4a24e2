import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newAdminToken, startEmbeddedCluster } from '@kb/cli/dev';
import { createTestEnvironment } from '@kb/testing';
import type { Bench } from '../bench.ts';

/** The longest that a test environment may take to start, in milliseconds of CPU: other processes delay the rest. */
const START_GOAL_MS = 30;
/** The most CPU that all controllers may take in a minute without any change, in milliseconds. */
const IDLE_GOAL_MS = 20;
/** How long the first moments of a cluster take, and how long it is measured then. */
const SETTLED_AFTER_MS = 15_000;
const MEASURED_MS = 60_000;
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
    const waits: number[] = [];
    const costs: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const starts: Start[] = [];
      for (let index = 0; index < STARTS; index += 1) starts.push(await start());
      waits.push(middleOf(starts.map(({ waited }) => waited)));
      costs.push(middleOf(starts.map(({ cpu }) => cpu)));
    }
    const idle: number[] = [];
    for (let run = 0; run < runs; run += 1) idle.push(await idleMinutes());
    return [
      { name: 'start of a test environment, CPU', unit: 'ms', goal: START_GOAL_MS, values: costs },
      { name: 'start of a test environment, as a test waits', unit: 'ms', values: waits },
      { name: 'ten idle minutes of virtual time, CPU', unit: 'ms', values: idle },
      { name: 'an idle minute on the system clock, CPU', unit: 'ms', goal: IDLE_GOAL_MS, values: [await idleMinute()] },
    ];
  },
};

/** What one start took, in milliseconds. */
interface Start {
  readonly waited: number;
  readonly cpu: number;
}

/** Starts an environment and stops it again. */
async function start(): Promise<Start> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const environment = await createTestEnvironment({ controlPlane: 'embedded' });
  const [waited, cpu] = [performance.now() - began, cpuSince(before)];
  await environment.stop();
  return { waited, cpu };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures the CPU time of a minute of a cluster as `kb api-server` runs it, in milliseconds. */
async function idleMinute(): Promise<number> {
  const cluster = await startEmbeddedCluster({
    port: 0,
    workloads: true,
    tls: true,
    tokens: newAdminToken(),
    onNotEnforced: () => undefined,
  });
  try {
    await sleep(SETTLED_AFTER_MS);
    const before = process.cpuUsage();
    await sleep(MEASURED_MS);
    return cpuSince(before);
  } finally {
    await cluster.stop();
  }
}

/** Measures the CPU time of an environment in which nothing happens, in milliseconds. */
async function idleMinutes(): Promise<number> {
  const environment = await createTestEnvironment({ controlPlane: 'embedded' });
  await environment.advance(5 * 60_000);
  const before = process.cpuUsage();
  await environment.advance(10 * 60_000);
  const cpu = cpuSince(before);
  await environment.stop();
  return cpu;
}
