import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { cpuSecondsOf, memoryOf, peakMemoryOf } from '../process-tree.ts';
import type { OperatorProgram } from './operator-programs.ts';

/** What an operator is to do. */
export interface OperatorJob {
  readonly kubeconfig: string;
  readonly namespace: string;
  /** How many objects there are. */
  readonly objects: number;
  readonly workers: number;
  /** How many changes will be sent. Default: none. */
  readonly events?: number;
  /** Write a ConfigMap for each. Default: write nothing. */
  readonly children?: boolean;
  /** Be elected first. Default: work at once. */
  readonly leaderElect?: boolean;
}

/** An operator's process, from its start. */
export interface OperatorRun {
  /** Resolves when every object was reconciled. */
  readonly reconciled: Promise<Reconciled>;
  /** CPU seconds so far, of the process and what it started. */
  cpuSeconds(): number;
  /** Resident memory now, in MB. */
  memory(): number;
  /** The most resident memory so far, in MB. */
  peakMemory(): number;
  /**
   * Resolves when every change was reconciled: how long after its sending each one was, in nanoseconds. To be called
   * once.
   */
  latencies(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** When every object was reconciled. */
export interface Reconciled {
  /** Milliseconds from the start of the process to the end of the last reconcile. */
  readonly sinceStart: number;
  /** Milliseconds from the begin of the first reconcile to the end of the last. */
  readonly sinceFirst: number;
  /** CPU seconds until then. */
  readonly cpuSeconds: number;
}

/** Starts an operator. It and we tell the time by the machine's one monotonic clock. */
export function startOperator({ program, args, env }: OperatorProgram, job: OperatorJob): OperatorRun {
  const started = process.hrtime.bigint();
  const { namespace, objects, workers, events = 0, children = false, leaderElect = false } = job;
  const switches = [...(children ? ['--children'] : []), ...(leaderElect ? ['--leader-elect'] : [])];
  const flags = [`--namespace=${namespace}`, `--objects=${objects}`, `--workers=${workers}`, `--events=${events}`];
  const child = spawn(program, [...args, ...flags, ...switches], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, KUBECONFIG: job.kubeconfig },
  });
  // A child without a number did not start, and says so in its `error` event.
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

/** How many milliseconds an operator may take for a part. */
const PATIENCE = 300_000;

/** Rejects when a signal is aborted. */
function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('an operator takes too long')), { once: true });
  });
}

/** The lines that a process says; rejects with its complaints when it ends before the next one. */
function readLines(child: ChildProcess): { next(): Promise<string> } {
  if (!child.stdout || !child.stderr) throw new Error('an operator without streams');
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
      if (result.done) throw new Error(`an operator ended too early:\n${complaints}`);
      return result.value;
    },
  };
}
