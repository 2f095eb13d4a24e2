import type { ChildProcess } from 'node:child_process';
import { type BenchServer, startEmbeddedServer } from '../../api-server/bench-server.ts';
import type { LoopAnswer, LoopReport, LoopRequest } from './loop-report.ts';

/** `kb api-server` with its workload simulation, which measures the turns of its event loop. */
export interface CrowdedServer extends BenchServer {
  /** Begins a new measurement. Resolves with what was measured before. */
  reset(): Promise<LoopReport>;
  /** What was measured since the last reset. */
  report(): Promise<LoopReport>;
}

/** Starts it, in a process of its own. */
export async function startCrowdedServer(launcher: string): Promise<CrowdedServer> {
  const processes: ChildProcess[] = [];
  const server = await startEmbeddedServer(launcher, {
    workloads: true,
    nodeArguments: [...process.execArgv, '--import', new URL('loop-probe.ts', import.meta.url).href],
    onStart: (child) => processes.push(child),
  });
  const waiting = new Map<number, (report: LoopReport) => void>();
  let number = 0;
  for (const child of processes) {
    child.on('message', (answer: LoopAnswer) => {
      waiting.get(answer.number)?.(answer.report);
      waiting.delete(answer.number);
    });
  }
  const ask = (reset: boolean): Promise<LoopReport> =>
    new Promise((resolve) => {
      number += 1;
      waiting.set(number, resolve);
      const request: LoopRequest = { number, reset };
      for (const child of processes) child.send(request);
    });
  return { ...server, reset: () => ask(true), report: () => ask(false) };
}
