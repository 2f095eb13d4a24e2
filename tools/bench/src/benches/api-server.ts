import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { type ControlPlaneBinaries, findControlPlane } from '@kb/control-plane';
import { type BenchServer, startEmbeddedServer, startRealServer } from '../api-server/bench-server.ts';
import { openLoad } from '../api-server/load.ts';
import { OBJECTS, playWorkload } from '../api-server/workload.ts';
import type { Bench, Figure } from '../bench.ts';
import { installPackedKb } from '../packed-kb.ts';

const CONNECTIONS = 16;
/** The longest that the embedded server may take until its first response, in process, in milliseconds. */
const BOOT_GOAL_MS = 100;

/**
 * Compares the embedded API server with kube-apiserver and etcd: each in separate processes, with the same requests
 * over HTTP/1.1 and TLS from the same client, one server after the other in each run. If kube-apiserver is not
 * available, only ours is measured, and a message says so.
 */
export const apiServerBench: Bench = {
  name: 'api-server',
  summary: `the embedded API server beside kube-apiserver with etcd: ${CONNECTIONS} connections, ${OBJECTS} ConfigMaps of about 1.3 KB; ratios are ours : the real one's`,
  async run(runs, options) {
    const found = findControlPlane();
    const { binaries } = found;
    if (!found.binaries) console.log(`  kube-apiserver is not measured: ${found.reason}`);
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-'));
    try {
      const launcher = options.kb ?? (await installPackedKb(folder));
      return await compare(runs, launcher, binaries);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function compare(runs: number, launcher: string, binaries: ControlPlaneBinaries | undefined): Promise<Figure[]> {
  const figures = new Map<string, Figure & { values: number[] }>();
  for (let run = -1; run < runs; run += 1) {
    const boot = await bootInProcess();
    const ours = await measure(() => startEmbeddedServer(launcher));
    const real = binaries && (await measure(() => startRealServer(binaries)));
    if (run < 0) continue;
    add(figures, { name: 'boot to first answer, in process', unit: 'ms', goal: BOOT_GOAL_MS }, boot);
    for (const [name, { unit, value }] of ours) {
      add(figures, { name: `${name}, ours`, unit }, value);
      const other = real?.get(name);
      if (!other) continue;
      add(figures, { name: `${name}, real`, unit }, other.value);
      add(figures, { name: `${name}, ours : real`, unit: 'x', goal: unit === 'MB' ? 0.5 : 1 }, value / other.value);
    }
  }
  return [...figures.values()];
}

interface Measured {
  readonly unit: 'µs' | 'ms' | 'MB';
  readonly value: number;
}

/** Starts a server, runs the workload on it, and stops it. */
async function measure(start: () => Promise<BenchServer>): Promise<Map<string, Measured>> {
  const started = performance.now();
  const server = await start();
  const load = openLoad(server, CONNECTIONS);
  try {
    await load.request({ method: 'GET', path: '/api/v1/namespaces/default' });
    const measured = new Map<string, Measured>([
      ['process start to first answer', { unit: 'ms', value: performance.now() - started }],
    ]);
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
