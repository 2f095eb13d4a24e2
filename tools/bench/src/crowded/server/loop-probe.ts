// Loaded into the API server's process before the server's code (`node --import`). Measures the turns of its event loop
// and its memory, and reports them to the benchmark over the IPC channel.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { type LoopAnswer, type LoopRequest, LONG_TURN_MS, PROBED_NAMESPACE } from './loop-report.ts';

/** The period of a timer, in milliseconds: its delay is the duration of the turn before it. */
const TICK_MS = 2;
/** Memory is read once in this many ticks. */
const TICKS_PER_READING = 25;

let last = performance.now();
let lastCpu = cpuNow();
let ticks = 0;
let measured = newMeasurement();

setInterval(() => {
  const [now, cpu] = [performance.now(), cpuNow()];
  const turnCpu = cpu - lastCpu;
  measured.longestTurn = Math.max(measured.longestTurn, now - last);
  measured.longestTurnCpu = Math.max(measured.longestTurnCpu, turnCpu);
  if (turnCpu > LONG_TURN_MS) measured.longTurns += 1;
  ticks += 1;
  if (ticks % TICKS_PER_READING === 0) readMemory();
  last = now;
  lastCpu = cpu;
}, TICK_MS).unref();

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries())
    measured.longestCollection = Math.max(measured.longestCollection, duration);
}).observe({ entryTypes: ['gc'] });

/** The part of the messages of node:http's diagnostics channels that is read. */
interface ServedRequest {
  readonly request: IncomingMessage;
}

const arrivals = new WeakMap<IncomingMessage, number>();
subscribe('http.server.request.start', (message) => {
  const { request } = message as ServedRequest;
  const isProbe = request.url?.includes(`/namespaces/${PROBED_NAMESPACE}/`) && !request.url.includes('?watch');
  if (isProbe) arrivals.set(request, cpuNow());
});
subscribe('http.server.response.finish', (message) => {
  const arrived = arrivals.get((message as ServedRequest).request);
  if (arrived !== undefined) measured.longestAnswerCpu = Math.max(measured.longestAnswerCpu, cpuNow() - arrived);
});

process.on('message', ({ number, reset }: LoopRequest) => {
  const memory = readMemory();
  const answer: LoopAnswer = {
    number,
    report: { ...measured, memory, heap: process.memoryUsage().heapUsed / 2 ** 20 },
  };
  if (reset) measured = newMeasurement();
  process.send?.(answer);
});
process.channel?.unref();

function newMeasurement() {
  return { longestTurn: 0, longestTurnCpu: 0, longestAnswerCpu: 0, longTurns: 0, longestCollection: 0, peakMemory: 0 };
}

function readMemory(): number {
  const memory = process.memoryUsage.rss() / 2 ** 20;
  measured.peakMemory = Math.max(measured.peakMemory, memory);
  return memory;
}

/** Returns the CPU milliseconds of this thread so far. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
