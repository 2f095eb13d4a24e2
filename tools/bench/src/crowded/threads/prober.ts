// A thread that sends small requests at a steady rate, without waiting for earlier responses, and measures how long
// each waits. It has its own event loop, so that the benchmark's other work does not delay it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { BenchServer } from '../../api-server/bench-server.ts';
import { type Load, openLoad } from '../../api-server/load.ts';
import type { Probed } from './prober-protocol.ts';
import { PROBED_NAMESPACE } from '../server/loop-report.ts';

/** A GET is sent once per period. */
const PERIOD_MS = 5;
/** A POST is sent once in this many periods. */
const PERIODS_PER_CREATE = 4;
const CONNECTIONS = 48;
const CONFIG_MAPS = `/api/v1/namespaces/${PROBED_NAMESPACE}/configmaps`;

/** When each object was sent whose watch event has not arrived yet, by the number in its name. */
const sent = new Map<number, number>();
let probed = newProbes();
const server = workerData as Pick<BenchServer, 'url' | 'ca' | 'headers'>;
const load = openLoad(
  { ...server, kubeconfig: '', memory: () => Number.NaN, stop: () => Promise.resolve() },
  CONNECTIONS,
);
await prepare();
parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
  parentPort?.postMessage(probed satisfies Probed);
  probed = newProbes();
});
await probe();

function newProbes() {
  return { get: [] as number[], create: [] as number[], event: [] as number[], ownDelay: 0 };
}

async function prepare(): Promise<void> {
  await load.request({ method: 'POST', path: '/api/v1/namespaces', body: namedBody(PROBED_NAMESPACE) });
  await load.request({ method: 'POST', path: CONFIG_MAPS, body: namedBody('read') });
  const { metadata } = JSON.parse(await load.request({ method: 'GET', path: `${CONFIG_MAPS}?limit=1` }));
  void watch(metadata.resourceVersion);
  // Opens all connections before the measurement.
  await load.run(CONNECTIONS * 4, () => ({ method: 'GET', path: `${CONFIG_MAPS}/read` }));
}

async function watch(resourceVersion: string): Promise<void> {
  const path = `${CONFIG_MAPS}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=36000`;
  await load.read(path, {
    until: (piece) => {
      const now = performance.now();
      // Events are short, so each arrives in one chunk, with the name at its beginning.
      for (const [, number] of piece.toString('latin1').matchAll(/"name":"c-(\d+)"/g)) {
        const began = sent.get(Number(number));
        if (began !== undefined) probed.event.push(now - began);
        sent.delete(Number(number));
      }
      return false;
    },
  });
  throw new Error('the watch of the prober has ended');
}

async function probe(): Promise<never> {
  const began = performance.now();
  for (let index = 0; ; index += 1) {
    const wait = began + index * PERIOD_MS - performance.now();
    if (wait > 0) await sleep(wait);
    else probed.ownDelay = Math.max(probed.ownDelay, -wait);
    void timed('get', { method: 'GET', path: `${CONFIG_MAPS}/read` });
    if (index % PERIODS_PER_CREATE > 0) continue;
    sent.set(index, performance.now());
    void timed('create', { method: 'POST', path: CONFIG_MAPS, body: namedBody(`c-${index}`) });
  }
}

async function timed(kind: 'get' | 'create', request: Parameters<Load['request']>[0]): Promise<void> {
  const began = performance.now();
  await load.request(request);
  // Counted in the measurement during which it completes, so that a long wait is not lost.
  probed[kind].push(performance.now() - began);
}

function namedBody(name: string): string {
  return JSON.stringify({ metadata: { name } });
}
