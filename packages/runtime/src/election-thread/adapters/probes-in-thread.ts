import { createHealthServer, type HealthServer } from '../../health/health-server.ts';
import type { Logger } from '../../log/logger.ts';
import { createThreadChecks } from '../thread-checks.ts';
import { postedError } from '../thread-log.ts';
import type { CheckResults, FromThread } from '../thread-messages.ts';
import { threadClock } from './thread-clock.ts';

/** What the probes of the thread stand on. */
export interface ProbesInThreadOptions {
  readonly post: (message: FromThread) => void;
  readonly log: Logger;
  /** Checks that this thread answers itself, by endpoint and name: `/healthz/healthz`. */
  readonly builtIn: Readonly<Record<string, () => void>>;
}

/** The probes that this thread serves, as the main thread says. */
export interface ProbesInThread {
  /** Listens. To be called once. */
  serve(address: string): void;
  /** Serves until it is stopped. */
  keepServing(): void;
  /** Adds the checks of an endpoint that are not there yet. */
  add(endpoint: string, names: readonly string[]): void;
  /** What the main thread's checks said. */
  checked(endpoint: string, results: CheckResults): void;
  /** Ends when running requests have ended, or at once. */
  stop(cut: boolean): void;
}

/** Makes them. What becomes of the server is posted. */
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
