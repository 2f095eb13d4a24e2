import type { Clock, Random, Transport } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { createLogger, createManager, type LogEntry, type Manager, seconds } from '@kb/runtime';
import { type FaultRates, type FaultyTransport, faultyTransport } from '@kb/testing';
import type { LeaseObserver } from './lease-observer.ts';
import { createStallable, type Stallable } from './stallable.ts';
import type { RotatingToken } from './rotating-token.ts';
import { createTaskController, NAMESPACE } from './tasks.ts';

/** How long the lease is valid without being renewed. */
export const leaseDuration: number = seconds(60);

/** The rates of faults. Two of five watches end normally. */
const rates: FaultRates = {
  requests: {
    refused: 0.002,
    'lost-before': 0.002,
    'lost-after': 0.004,
    unanswered: 0.001,
    slow: 0.004,
    truncated: 0.002,
    'too-many-requests': 0.004,
    'server-error': 0.004,
    gone: 0.05,
  },
  openings: { refused: 0.02, 'lost-before': 0.01, 'too-many-requests': 0.02, 'server-error': 0.005, gone: 0.005 },
  streams: {
    cut: 0.1,
    silent: 0.04,
    'slow-bytes': 0.06,
    late: 0.08,
    'truncated-line': 0.03,
    'gone-in-stream': 0.01,
    'error-in-stream': 0.01,
    duplicated: 0.1,
    stale: 0.1,
  },
};

/** What a replica runs on. */
export interface ReplicaOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer: LeaseObserver;
  readonly token: RotatingToken;
}

/**
 * One replica of the operator: a manager that is restarted whenever it ends, like a Pod of a Deployment.
 */
export interface Replica {
  readonly name: string;
  /** The manager that runs now; undefined between two. */
  manager(): Manager | undefined;
  /** The faults between it and the server. */
  readonly faults: FaultyTransport;
  /** Its process, which can be paused. */
  readonly process: Stallable;
  /** Stops the current manager, as an upgrade does. */
  restart(): void;
  readonly counts: { starts: number; lostLeases: number; otherEnds: number; reconciles: number; errors: number };
  /** The reasons why managers ended without being stopped, by their number. */
  readonly ends: ReadonlyMap<string, number>;
  /** Runs until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes a replica. */
export function createReplica({ name, clock: world, random, observer, token }: ReplicaOptions): Replica {
  const counts = { starts: 0, lostLeases: 0, otherEnds: 0, reconciles: 0, errors: 0 };
  const ends = new Map<string, number>();
  const faults = faultyTransport(token.guard(observer.server), { clock: world, random, rates });
  const process = createStallable(world);
  const { clock } = process;
  const controller = createTaskController(() => {
    counts.reconciles += 1;
  });
  const sink = ({ level }: LogEntry): void => {
    if (level === 'error') counts.errors += 1;
  };
  const log = createLogger({ clock, sink, level: 'info' });
  let manager: Manager | undefined;

  const runOnce = async (signal: AbortSignal): Promise<void> => {
    counts.starts += 1;
    const hostname = `${name}-${counts.starts}`;
    const transport: Transport = observer.replica(hostname, process.guard(faults));
    const made = createManager({
      client: createClient({ transport, clock, fieldManager: 'soak' }),
      clock,
      random,
      log,
      hostname,
      controllers: [controller],
      cache: { namespaces: [NAMESPACE] },
      leaderElection: {
        id: 'soak',
        namespace: NAMESPACE,
        leaseDuration,
        renewDeadline: seconds(40),
        retryPeriod: seconds(10),
        releaseOnCancel: true,
      },
    });
    manager = made;
    try {
      await made.start(signal);
    } catch (error) {
      const what = error instanceof Error ? error.name : String(error);
      ends.set(what, (ends.get(what) ?? 0) + 1);
      if (what === 'LeadershipLostError') counts.lostLeases += 1;
      else counts.otherEnds += 1;
    } finally {
      manager = undefined;
    }
  };

  return {
    name,
    manager: () => manager,
    faults,
    process,
    counts,
    ends,
    restart: () => void manager?.stop(),
    run: async (signal) => {
      while (!signal.aborted) {
        await runOnce(signal);
        await clock.sleep(seconds(5 + 25 * random()), signal).catch(() => undefined);
      }
    },
  };
}
