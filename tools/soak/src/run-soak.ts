import { createVirtualClock, seededRandom } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { hours, minutes } from '@kb/runtime';
import { findProblems } from './checkpoint.ts';
import { createDisturbances } from './disturbances.ts';
import { createLeaseObserver } from './lease-observer.ts';
import type { Alive, LeakWatch } from './leak-watch.ts';
import { createReplica, leaseDuration, type Replica } from './replica.ts';
import { createRotatingToken } from './rotating-token.ts';
import type { SoakOptions } from './soak-options.ts';
import { taskDefinition } from './tasks.ts';
import { createWorkload } from './workload.ts';

/** The results of a checkpoint. */
export interface Checkpoint extends Alive {
  /** Virtual hours since the beginning. */
  readonly hour: number;
  /** Virtual minutes without new faults until everything was as expected. */
  readonly settledAfter: number;
  readonly timers: number;
  readonly streams: number;
  readonly problems: readonly string[];
}

/** The results of a soak. */
export interface SoakResult {
  readonly checkpoints: readonly Checkpoint[];
  readonly violations: readonly string[];
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The version of the last write on the server: the same for the same seed. */
  readonly revision: number;
}

const checkpointEvery = hours(12);
/** The longest back-offs are 17 minutes (a reconcile that failed often), and a minute (a list). */
const LONGEST_SETTLING = 60;

/** Runs a soak. */
export async function runSoak(
  { seed, days, objects }: SoakOptions,
  leaks: LeakWatch,
  onCheckpoint: (checkpoint: Checkpoint) => void,
): Promise<SoakResult> {
  const clock = createVirtualClock();
  const random = (part: number): (() => number) => seededRandom(seed * 1000 + part);
  const server = createApiServer({ clock, random: random(0) });
  const observer = createLeaseObserver(server.transport, clock, leaseDuration);
  const token = createRotatingToken(clock);
  const client = createClient({ transport: server.transport, clock, fieldManager: 'workload' });
  await client.create(customResourceDefinitions, taskDefinition);
  await clock.advance(1000);

  const replicas: readonly Replica[] = ['a', 'b'].map((name, n) =>
    createReplica({ name, clock, random: random(2 + n), observer, token }),
  );
  const workload = createWorkload({ client, clock, random: random(4) });
  const disturbances = createDisturbances({ server, replicas, observer, token, workload, clock, random: random(5) });
  await workload.begin(objects);

  const end = new AbortController();
  let failure: { readonly error: unknown } | undefined;
  const running = [workload, disturbances, ...replicas].map((part) =>
    part.run(end.signal).catch((error: unknown) => {
      failure ??= { error };
    }),
  );

  const start = clock.now();
  const setActive = (active: boolean): void => {
    workload.active = active;
    disturbances.active = active;
    for (const { faults } of replicas) faults.active = active;
  };

  const advance = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    if (failure) throw failure.error;
  };

  /** Stops new faults until everything is as expected, and counts the resources then. */
  const checkpoint = async (): Promise<Checkpoint> => {
    const hour = Math.round((clock.now() - start) / hours(1));
    setActive(false);
    let problems: string[] = [];
    let settledAfter = 0;
    do {
      await advance(minutes(1));
      settledAfter += 1;
      problems = await findProblems(client, replicas);
    } while (problems.length > 0 && settledAfter < LONGEST_SETTLING);
    // The history that the server keeps is not part of the measurement.
    server.compact();
    await advance(minutes(15));
    problems.push(...(await findProblems(client, replicas)));
    const streams = replicas.reduce((sum, { faults }) => sum + faults.openStreams, 0);
    const seen = { hour, settledAfter, timers: clock.pending(), streams, problems, ...(await leaks.measure()) };
    setActive(true);
    return seen;
  };

  const checkpoints: Checkpoint[] = [];
  const next = async (): Promise<void> => {
    const seen = await checkpoint();
    checkpoints.push(seen);
    onCheckpoint(seen);
  };
  await next();
  for (let left = hours(24 * days); left > 0; left -= checkpointEvery) {
    await advance(Math.min(left, checkpointEvery));
    await next();
  }

  end.abort(new Error('the soak is over'));
  let ended = false;
  const all = Promise.all(running).then(() => {
    ended = true;
  });
  await clock.runUntil(() => ended);
  await all;
  await server.stop();
  const sum = (of: (replica: Replica) => Readonly<Record<string, number>>): Record<string, number> => {
    const total: Record<string, number> = {};
    for (const replica of replicas) {
      for (const [name, count] of Object.entries(of(replica))) total[name] = (total[name] ?? 0) + count;
    }
    return total;
  };
  return {
    checkpoints,
    violations: observer.violations,
    counts: {
      workload: workload.counts,
      replicas: sum(({ counts }) => counts),
      ends: sum(({ ends }) => Object.fromEntries(ends)),
      faults: sum(({ faults }) => faults.counts),
      cluster: {
        ...disturbances.counts,
        'token rotations': token.rotations(),
        'requests with an old token': token.refused(),
        'leader changes': observer.changes(),
        'timers left': clock.pending(),
      },
    },
    revision: server.revision(),
  };
}
