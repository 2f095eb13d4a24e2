import { createHealthServer, type HealthServer } from '../../health/health-server.ts';
import type { Logger } from '../../log/logger.ts';
import { createThreadChecks } from '../thread-checks.ts';
import { postedError } from '../thread-log.ts';
import type { CheckResults, FromThread } from '../thread-messages.ts';
import { threadClock } from './thread-clock.ts';

/** Options of {@link createProbesInThread}. */
export interface ProbesInThreadOptions {
  readonly post: (message: FromThread) => void;
  readonly log: Logger;
  /** Checks that this thread runs itself, by endpoint and name: `/healthz/healthz`. */
  readonly builtIn: Readonly<Record<string, () => void>>;
}

/** The probes that this thread serves, controlled by the main thread. */
export interface ProbesInThread {
  /** Listens. Must be called only once. */
  serve(address: string): void;
  /** Serves until it is stopped. */
  keepServing(): void;
  /** Adds the new checks of an endpoint. */
  add(endpoint: string, names: readonly string[]): void;
  /** Takes the results of the main thread's checks. */
  checked(endpoint: string, results: CheckResults): void;
  /** Stops when running requests have ended, or at once. */
  stop(cut: boolean): void;
}

/** Creates the probes. Posts what happens to the server. */
export function createProbesInThread({ post, log, builtIn }: ProbesInThreadOptions): ProbesInThread {
  let health: HealthServer | undefined;
  const stopServing = new AbortController();
  const checks = createThreadChecks(threadClock, (endpoint) => post({ type: 'check', endpoint }));
  const known = new Set<string>();

  const listen = async (address: string): Promise<void> => {
    try {
      health = createHealthServer({ address, clock: threadClock, log });
      post({ type: 'listening', address: await health.listening });
    } catch (error) {
      post({ type: 'not-listening', error: postedError(error) });
    }
  };
  const untilStopped = async (): Promise<void> => {
    await health?.start(stopServing.signal);
    post({ type: 'served' });
  };

  return {
    serve: (address) => void listen(address),
    keepServing: () => void untilStopped(),
    add: (endpoint, names) => {
      for (const name of names) {
        const id = `${endpoint}/${name}`;
        if (known.has(id)) continue;
        known.add(id);
        const check = checks.check(endpoint, name);
        if (endpoint === '/readyz') health?.addReadyzCheck(name, check);
        else health?.addHealthzCheck(name, builtIn[id] ?? check);
      }
    },
    checked: (endpoint, results) => checks.checked(endpoint, results),
    stop: (cut) => {
      stopServing.abort(new Error('the manager stops'));
      if (cut) void health?.close().then(() => post({ type: 'served' }));
    },
  };
}
