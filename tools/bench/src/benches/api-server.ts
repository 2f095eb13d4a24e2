import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { type ControlPlaneBinaries, findControlPlane } from '@kb/control-plane';
import { type BenchServer, startEmbeddedServer, startRealServer } from '../api-server/bench-server.ts';
import { guardServer } from '../api-server/guarded/guard-server.ts';
import { startWebhooks } from '../api-server/guarded/start-webhooks.ts';
import { openLoad } from '../api-server/load.ts';
import { OBJECTS, playWorkload } from '../api-server/workload.ts';
import type { Bench, Figure } from '../bench.ts';
import { installPackedKb } from '../packed-kb.ts';

const CONNECTIONS = 16;
/** The longest that the embedded server may take until its first response, in process, in milliseconds. */
const BOOT_GOAL_MS = 100;

/** The most time and memory, as a part of kube-apiserver's, of a server without access control and admission. */
const plainGoal = { time: 1, memory: 0.5 };
/** The same with both. */
const guardedGoal = { time: 0.5, memory: 0.5 };

/**
 * Compares the embedded API server with kube-apiserver and etcd: each in separate processes, with the same requests
 * over HTTP/1.1 and TLS from the same client, one server after the other in each run. Then both again, guarded as in
 * production: the requests of a ServiceAccount with a role, a mutating and a validating webhook, and ten admission
 * policies. If kube-apiserver is not available, only ours is measured, and a message says so.
 */
export const apiServerBench: Bench = {
  name: 'api-server',
  summary: `the embedded API server beside kube-apiserver with etcd: ${CONNECTIONS} connections, ${OBJECTS} ConfigMaps of about 1.3 KB; then with RBAC, two webhooks and ten policies; ratios are ours : the real one's`,
  async run(runs, options) {
    const found = findControlPlane();
    const { binaries } = found;
    if (!found.binaries) console.log(`  kube-apiserver is not measured: ${found.reason}`);
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-'));
    try {
      const launcher = options.kb ?? (await installPackedKb(folder));
      const wanted = parts.filter(({ name }) => options.only === undefined || name.includes(options.only));
      const figures: Figure[] = [];
      for (const { compare } of wanted) figures.push(...(await compare(runs, launcher, binaries)));
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Compare = (runs: number, launcher: string, binaries: ControlPlaneBinaries | undefined) => Promise<Figure[]>;

/** The parts of the benchmark, for `--only`. */
const parts: readonly { readonly name: string; readonly compare: Compare }[] = [
  { name: 'plain', compare: comparePlain },
  { name: 'guarded', compare: compareGuarded },
];

async function comparePlain(
  runs: number,
  launcher: string,
  binaries: ControlPlaneBinaries | undefined,
): Promise<Figure[]> {
  const figures = new Map<string, Figure & { values: number[] }>();
  for (let run = -1; run < runs; run += 1) {
    const boot = await bootInProcess();
    const ours = await measure(() => startEmbeddedServer(launcher));
    const real = binaries && (await measure(() => startRealServer(binaries)));
    tellProgress('plain', run, runs);
    if (run < 0) continue;
    add(figures, { name: 'boot to first answer, in process', unit: 'ms', goal: BOOT_GOAL_MS }, boot);
    addAll(figures, '', { ours, real }, plainGoal);
  }
  return [...figures.values()];
}

async function compareGuarded(
  runs: number,
  launcher: string,
  binaries: ControlPlaneBinaries | undefined,
): Promise<Figure[]> {
  const figures = new Map<string, Figure & { values: number[] }>();
  const webhooks = await startWebhooks();
  const guarded = async (server: BenchServer): Promise<BenchServer> => {
    try {
      return await guardServer(server, webhooks);
    } catch (error) {
      await server.stop();
      throw error;
    }
  };
  try {
    for (let run = -1; run < runs; run += 1) {
      const flags = ['--authorization-mode', 'RBAC'];
      const ours = await measure(async () => guarded(await startEmbeddedServer(launcher, { flags })));
      const real = binaries && (await measure(async () => guarded(await startRealServer(binaries))));
      tellProgress('guarded', run, runs);
      if (run >= 0) addAll(figures, 'guarded: ', { ours, real }, guardedGoal);
    }
    return [...figures.values()].filter(({ name }) => !name.includes(STARTED));
  } finally {
    await webhooks.stop();
  }
}

/** Tells that a run is over: one takes some minutes. The first, which warms the machine up, has the number -1. */
function tellProgress(part: string, run: number, runs: number): void {
  console.log(`  ${part}: ${run < 0 ? 'warmed up' : `run ${run + 1} of ${runs} is over`}`);
}

/** Adds the measurements of a run: ours, the real server's, and their ratios. */
function addAll(
  figures: Map<string, Figure & { values: number[] }>,
  prefix: string,
  { ours, real }: { readonly ours: Measurements; readonly real: Measurements | undefined },
  { time, memory }: { readonly time: number; readonly memory: number },
): void {
  for (const [name, { unit, value }] of ours) {
    add(figures, { name: `${prefix}${name}, ours`, unit }, value);
    const other = real?.get(name);
    if (!other) continue;
    add(figures, { name: `${prefix}${name}, real`, unit }, other.value);
    const goal = unit === 'MB' ? memory : time;
    add(figures, { name: `${prefix}${name}, ours : real`, unit: 'x', goal }, value / other.value);
  }
}

const STARTED = 'process start to first answer';
type Measurements = ReadonlyMap<string, Measured>;

interface Measured {
  readonly unit: 'µs' | 'ms' | 'MB';
  readonly value: number;
}

/** Starts a server, runs the workload on it, and stops it. */
async function measure(start: () => Promise<BenchServer>): Promise<Measurements> {
  const started = performance.now();
  const server = await start();
  const load = openLoad(server, CONNECTIONS);
  try {
    await load.request({ method: 'GET', path: '/api/v1/namespaces/default/configmaps?limit=1' });
    const measured = new Map<string, Measured>([[STARTED, { unit: 'ms', value: performance.now() - started }]]);
    for (const [name, timing] of await playWorkload(load)) measured.set(name, timing);
    measured.set(`memory with ${OBJECTS} objects`, { unit: 'MB', value: server.memory() });
    return measured;
  } finally {
    await load.close();
    await server.stop();
  }
}

/** Measures the time from construction to the first response, without a socket, in milliseconds. */
async function bootInProcess(): Promise<number> {
  const started = performance.now();
  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const client = createClient({ transport: server.transport, clock: systemClock });
  await client.getJson('/api/v1/namespaces/default');
  const took = performance.now() - started;
  await server.stop();
  return took;
}

/** Adds a value to the figure of that name, which is created if it is new. */
function add(figures: Map<string, Figure & { values: number[] }>, figure: Omit<Figure, 'values'>, value: number): void {
  const known = figures.get(figure.name);
  if (known) known.values.push(value);
  else figures.set(figure.name, { ...figure, values: [value] });
}
