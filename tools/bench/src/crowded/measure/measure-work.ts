import { setTimeout as sleep } from 'node:timers/promises';
import type { Crowd } from '../crowd/crowd.ts';
import type { BulkWork } from '../work/bulk-work.ts';
import { type Probed, probes } from '../threads/prober-protocol.ts';
import type { WorkRun } from './measured-work.ts';
import { excessOver, quantile } from './waits.ts';

/** How long the quiet server is probed, in milliseconds. */
const QUIET_MS = 3000;
/** Repeatable work is repeated until this many milliseconds have passed. */
const LEAST_MS = 1000;
/** How long probes go on after the work, in milliseconds: its effects on the server still count. */
const TAIL_MS = 300;
/** How long to wait after the preparation, in milliseconds: its effects on the server do not count. */
const REST_MS = 1000;

/** The median wait of each kind of probe on the quiet server, in milliseconds. */
export type Baseline = Readonly<Record<(typeof probes)[number], number>>;

/** Probes the server while it is otherwise idle. Resolves with the baseline, and with the waits in excess of it. */
export async function measureQuiet(crowd: Crowd): Promise<{ readonly baseline: Baseline; readonly run: WorkRun }> {
  await sleep(REST_MS);
  const { probed, ...rest } = await probe(crowd, () => sleep(QUIET_MS));
  const [get, create, event] = probes.map((name) => quantile(probed[name], 0.5));
  const baseline = { get: get ?? Number.NaN, create: create ?? Number.NaN, event: event ?? Number.NaN };
  return { baseline, run: { ...rest, ownDelay: probed.ownDelay, waits: waitsOf(probed, baseline) } };
}

/** Does a work once, or repeatedly if it is repeatable, while the server is probed. */
export async function measureWork(crowd: Crowd, work: BulkWork, baseline: Baseline): Promise<WorkRun> {
  await work.prepare?.(crowd);
  await sleep(REST_MS);
  let times = 0;
  const { probed, took, ...rest } = await probe(crowd, async () => {
    const began = performance.now();
    do {
      await work.run(crowd);
      times += 1;
    } while (work.repeatable === true && performance.now() - began < LEAST_MS);
  });
  return { ...rest, took: took / times, ownDelay: probed.ownDelay, waits: waitsOf(probed, baseline) };
}

async function probe(
  { prober, server }: Crowd,
  during: () => Promise<unknown>,
): Promise<Omit<WorkRun, 'waits' | 'ownDelay'> & { readonly probed: Probed }> {
  await prober.ask('take');
  const { memory } = await server.reset();
  const began = performance.now();
  await during();
  const took = performance.now() - began;
  await sleep(TAIL_MS);
  const loop = await server.report();
  return { probed: await prober.ask('take'), took, loop, memoryBefore: memory };
}

/** Returns the waits of all kinds of probes: the limit holds for each kind. */
const waitsOf = (probed: Probed, baseline: Baseline): number[] =>
  probes.flatMap((name) => excessOver(baseline[name], probed[name]));
