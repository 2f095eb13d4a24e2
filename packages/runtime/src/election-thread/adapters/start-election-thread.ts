import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { systemClock } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';
import type { LeaderElector } from '../../leader-election/leader-elector.ts';
import type { HealthServer } from '../../health/health-server.ts';
import { describeError } from '../../log/describe-error.ts';
import type { Logger } from '../../log/logger.ts';
import type { RunBoard } from '../../run-board.ts';
import { createNotedRuns } from '../stall/noted-runs.ts';
import { stallPeriod } from '../stall/stall-watch.ts';
import { createThreadElector, type ThreadElector, type ThreadElectorOptions } from '../thread-elector.ts';
import { threadHealthServer, type ThreadHealthServer } from '../thread-health-server.ts';
import { writePosted } from '../thread-log.ts';
import { createThreadMemory } from '../thread-memory.ts';
import type { FromThread, ThreadData, ToThread } from '../thread-messages.ts';
import { sharedInstant } from './thread-clock.ts';

/** Options of {@link startElectionThread}. */
export interface ElectionThreadOptions {
  readonly log: Logger;
  /** How long the event loop may stand still before the thread ends the process. 0: no limit. */
  readonly maxStall: Milliseconds;
  /** The format of the log line that reports it. */
  readonly logFormat: 'text' | 'json';
  /** Returns the proxy to the API server. Called only where Node's own HTTP client cannot use one. */
  readonly proxyUrl: () => Promise<string | undefined>;
  /** Whether Node's own HTTP client can use a proxy. Default: detected. */
  readonly canProxy?: boolean;
}

/** The thread that renews a manager's lease and serves its probes. */
export interface ElectionThread {
  /** Serves probes in the thread. Must be called only once. */
  healthServer(address: string): HealthServer;
  /** Takes part in an election there. Must be called only once. */
  elector(options: Omit<ThreadElectorOptions, 'post' | 'leadership' | 'maxStall' | 'clock'>): LeaderElector;
  /** Where running reconciles are recorded. */
  readonly board: RunBoard;
  /** Terminates the thread. */
  close(): Promise<void>;
}

const WARNING =
  'Warning: leader election and probes run on the event loop, since no thread could be started for them: a reconciler that computes for as long as the lease lasts loses it';

/**
 * Starts the thread. Returns undefined, with one warning in the log, when it cannot be started (from a bundle without
 * its file, or without the permission for workers), or when its requests would bypass the proxy.
 */
export async function startElectionThread(options: ElectionThreadOptions): Promise<ElectionThread | undefined> {
  const { log, maxStall, logFormat } = options;
  const memory = createThreadMemory();
  let worker: Worker;
  try {
    await checkProxy(options);
    worker = await begin({
      buffer: memory.buffer,
      maxStall,
      logLevel: log.enabled('debug') ? 'debug' : 'info',
      logFormat,
    });
  } catch (error) {
    log.info(WARNING, { reason: describeError(error).message });
    return undefined;
  }
  let health: ThreadHealthServer | undefined;
  let elector: ThreadElector | undefined;
  let closed = false;
  const board = createNotedRuns(memory, log);
  const stopBeating = beat(stallPeriod(maxStall), (late) => {
    memory.beat();
    board.turned(late);
  });
  const post = (message: ToThread): void => worker.postMessage(message, []);

  worker.on('message', (message: FromThread) => {
    if (message.type === 'log') writePosted(log, message);
    else {
      health?.receive(message);
      elector?.receive(message);
    }
  });
  worker.on('error', (error) => log.error(error, 'The thread of leader election failed'));
  worker.once('exit', () => {
    stopBeating();
    if (closed) return;
    // The lease is no longer renewed, so nothing may be written under it from now on.
    memory.publish(undefined);
    log.info('The thread of leader election has ended');
    elector?.threadEnded();
    health?.threadEnded(new Error('the thread that serves probes has ended'));
  });

  return {
    board,
    healthServer: (address) => (health = threadHealthServer(address, post, systemClock)),
    elector: (own) => {
      const made = createThreadElector({
        ...own,
        post,
        clock: systemClock,
        maxStall,
        leadership: memory.leadership(sharedInstant),
      });
      elector = made;
      return {
        ...made,
        run: async (signal) => {
          worker.ref();
          try {
            await made.run(signal);
          } finally {
            worker.unref();
          }
        },
      };
    },
    close: async () => {
      closed = true;
      stopBeating();
      await worker.terminate();
    },
  };
}

/** Rejects when there is a proxy that the thread's requests would not use. */
async function checkProxy({ proxyUrl, canProxy = nodeCanProxy() }: ElectionThreadOptions): Promise<void> {
  // An unreadable kubeconfig ends the manager, which reports it.
  if (canProxy || (await proxyUrl().catch(() => undefined)) === undefined) return;
  throw new Error(
    `Node ${process.version} sends no requests of a thread through the proxy of the API server: that takes Node 24.5, or 22.21`,
  );
}

/** Resolves when the thread runs. The thread does not keep the process alive. */
async function begin(workerData: ThreadData): Promise<Worker> {
  // The built file is in the same folder as this one, like the source.
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './election-thread.ts' : './election-thread.js',
    import.meta.url,
  );
  if (!existsSync(fileURLToPath(file))) throw new Error(`${fileURLToPath(file)} is not there`);
  const worker = new Worker(file, { workerData, execArgv: [], env: SHARE_ENV, name: 'leader election' });
  await new Promise<void>((resolve, reject) => {
    const onExit = (code: number): void => reject(new Error(`the thread ended with ${code}`));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', () => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      resolve();
    });
  });
  worker.unref();
  return worker;
}

/** Calls `beat` at intervals, with how late each call is. */
function beat(period: Milliseconds, call: (late: Milliseconds) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    call(now - last - period);
    last = now;
  }, period);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Whether an agent of Node's own HTTP client supports a proxy (`proxyEnv`). No property shows it, but Node 24.5 and
 * 22.21 got this flag together with it.
 */
const nodeCanProxy = (): boolean => process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
