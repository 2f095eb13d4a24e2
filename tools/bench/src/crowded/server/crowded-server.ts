import type { ChildProcess } from 'node:child_process';
import { type BenchServer, startEmbeddedServer } from '../../api-server/bench-server.ts';
import type { LoopAnswer, LoopReport, LoopRequest } from './loop-report.ts';

/** `kb api-server` with its workload simulation, whose process measures the turns of its event loop. */
export interface CrowdedServer extends BenchServer {
  /** Starts a new measurement. Resolves with the report of the previous one. */
  reset(): Promise<LoopReport>;
  /** Returns the measurements since the last reset. */
  report(): Promise<LoopReport>;
}

/** Starts the server in a separate process. */
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
