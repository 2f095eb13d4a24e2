import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { cpuSecondsOf, memoryOf, peakMemoryOf } from '../process-tree.ts';
import type { OperatorProgram } from './operator-programs.ts';

/** The settings of an operator's run. */
export interface OperatorJob {
  readonly kubeconfig: string;
  readonly namespace: string;
  /** How many objects exist. */
  readonly objects: number;
  readonly workers: number;
  /** How many changes will be sent. Default: none. */
  readonly events?: number;
  /** Write a ConfigMap for each. Default: write nothing. */
  readonly children?: boolean;
  /** Work only when elected leader. Default: false. */
  readonly leaderElect?: boolean;
}

/** A running operator process. */
export interface OperatorRun {
  /** Resolves when every object has been reconciled. */
  readonly reconciled: Promise<Reconciled>;
  /** Returns the CPU seconds of the process and its descendants so far. */
  cpuSeconds(): number;
  /** Returns the resident memory now, in MB. */
  memory(): number;
  /** Returns the peak resident memory so far, in MB. */
  peakMemory(): number;
  /**
   * Resolves when every change has been reconciled, with the nanoseconds from sending to reconciling each. Call it
   * once.
   */
  latencies(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** The measurements when every object has been reconciled. */
export interface Reconciled {
  /** Milliseconds from the start of the process to the end of the last reconcile. */
  readonly sinceStart: number;
  /** Milliseconds from the start of the first reconcile to the end of the last. */
  readonly sinceFirst: number;
  /** CPU seconds until then. */
  readonly cpuSeconds: number;
}

/** Starts an operator. It uses the same monotonic clock as this process. */
export function startOperator({ program, args, env }: OperatorProgram, job: OperatorJob): OperatorRun {
  const started = process.hrtime.bigint();
  const { namespace, objects, workers, events = 0, children = false, leaderElect = false } = job;
  const switches = [...(children ? ['--children'] : []), ...(leaderElect ? ['--leader-elect'] : [])];
  const flags = [`--namespace=${namespace}`, `--objects=${objects}`, `--workers=${workers}`, `--events=${events}`];
  const child = spawn(program, [...args, ...flags, ...switches], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, KUBECONFIG: job.kubeconfig },
  });
  // Without a pid the child did not start; its `error` event says why.
  const pid = child.pid ?? 0;
  const said = readLines(child);
  const reconciled = said.next().then((line) => {
    const { first, last } = JSON.parse(line) as { first: number; last: number };
    return {
      sinceStart: (last - Number(started)) / 1e6,
      sinceFirst: (last - first) / 1e6,
      cpuSeconds: cpuSecondsOf(pid),
    };
  });
  return {
    reconciled,
    cpuSeconds: () => cpuSecondsOf(pid),
    memory: () => memoryOf(pid),
    peakMemory: () => peakMemoryOf(pid),
    latencies: async () => (JSON.parse(await said.next()) as { latencies: readonly number[] }).latencies,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** The time limit of each part of a run, in milliseconds. */
const PATIENCE = 300_000;

/** Rejects when the signal is aborted. */
function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('an operator did not finish in time')), { once: true });
  });
}

/** Reads the lines that a process prints. `next` rejects with its standard error if it exits before the next line. */
function readLines(child: ChildProcess): { next(): Promise<string> } {
  if (!child.stdout || !child.stderr) throw new Error('the operator has no output streams');
  const lines: Interface = createInterface({ input: child.stdout });
  const iterator = lines[Symbol.asyncIterator]();
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-4000)));
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  return {
    next: async () => {
      const patience = AbortSignal.timeout(PATIENCE);
      const result = await Promise.race([iterator.next(), failed, rejected(patience)]);
      if (result.done) throw new Error(`an operator exited too early:\n${complaints}`);
      return result.value;
    },
  };
}
