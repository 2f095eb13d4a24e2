import type { ApiServer } from '@kb/apiserver';
import type { Clock, Random } from '@kb/apimachinery';
import { hours, minutes, seconds } from '@kb/runtime';
import type { LeaseObserver } from './lease-observer.ts';
import { leaseDuration, type Replica } from './replica.ts';
import type { RotatingToken } from './rotating-token.ts';
import type { Workload } from './workload.ts';

/** Disturbances of the whole cluster and of replicas. */
export interface Disturbances {
  readonly counts: { partitions: number; stalls: number; restarts: number; compactions: number; breaks: number };
  /** Switches disturbances on or off. Switching off restores cut connections. */
  active: boolean;
  run(signal: AbortSignal): Promise<void>;
}

/** The targets of disturbances. */
export interface DisturbancesOptions {
  readonly server: ApiServer;
  readonly replicas: readonly Replica[];
  readonly observer: LeaseObserver;
  readonly token: RotatingToken;
  readonly workload: Workload;
  readonly clock: Clock;
  readonly random: Random;
}

/** Makes disturbances of each sort, at random, with the given average frequency. */
export function createDisturbances(options: DisturbancesOptions): Disturbances {
  const { server, replicas, observer, token, workload, clock, random } = options;
  const counts = { partitions: 0, stalls: 0, restarts: 0, compactions: 0, breaks: 0 };

  const leader = (): Replica | undefined => replicas.find(({ name }) => observer.holder().startsWith(name));
  const oneOf = (): Replica | undefined => replicas[Math.floor(random() * replicas.length)];

  const sorts: readonly { readonly every: number; readonly happen: () => Promise<void> | void }[] = [
    {
      every: hours(5),
      happen: async () => {
        counts.partitions += 1;
        const cut = oneOf();
        cut?.faults.partition(true);
        await clock.sleep(seconds(30));
        // Missed events: changes, deletions, and recreated objects, which the server has compacted since.
        await workload.churn(5);
        await clock.sleep(minutes(4 * random()));
        if (random() < 0.7) server.compact();
        cut?.faults.partition(false);
      },
    },
    {
      every: hours(6),
      happen: async () => {
        counts.stalls += 1;
        const still = leader() ?? oneOf();
        still?.process.stall();
        // While it is working: it has sent requests, and continues with the next one when it wakes.
        await workload.churn(10);
        await clock.sleep(leaseDuration * (0.3 + 1.7 * random()));
        still?.process.resume();
      },
    },
    {
      every: hours(12),
      happen: () => {
        counts.restarts += 1;
        oneOf()?.restart();
      },
    },
    {
      every: hours(3),
      happen: () => {
        counts.compactions += 1;
        server.compact();
      },
    },
    { every: hours(1), happen: () => token.rotate(seconds(5 + 30 * random())) },
    {
      every: hours(2),
      happen: () => {
        counts.breaks += 1;
        for (const { faults } of replicas) faults.cutStreams();
      },
    },
  ];

  let active = true;
  return {
    counts,
    get active() {
      return active;
    },
    set active(now) {
      active = now;
      if (now) return;
      for (const { faults, process } of replicas) {
        faults.partition(false);
        process.resume();
      }
    },
    run: async (signal) => {
      const happening = sorts.map(async ({ every, happen }) => {
        while (!signal.aborted) {
          await clock.sleep(every * (0.2 + 1.6 * random()), signal).catch(() => undefined);
          if (active && !signal.aborted) await happen();
        }
      });
      await Promise.all(happening);
    },
  };
}
