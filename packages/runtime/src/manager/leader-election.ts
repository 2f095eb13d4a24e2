import type { Clock, Random } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { randomUuid } from '../controller/reconcile-id.ts';
import { seconds } from '../durations.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { createLeaderElector, type LeaderCallbacks, type LeaderElector } from '../leader-election/leader-elector.ts';
import type { LeaderElectionMetrics } from '../leader-election/leader-election-metrics.ts';
import { createLeaseLock, lockTimeout } from '../leader-election/lease-lock.ts';
import type { Logger } from '../log/logger.ts';
import type { LeaderElectionOptions } from './manager-options.ts';

/** What a manager's elector stands on. */
export interface ManagerElectorOptions {
  readonly election: LeaderElectionOptions;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly hostname: string;
  readonly events: EventRecorder;
  readonly callbacks: LeaderCallbacks;
  readonly mayRelease: () => boolean;
  readonly metrics?: LeaderElectionMetrics;
}

/** Makes the elector of a manager, with controller-runtime's defaults. Throws a TypeError when the options contradict themselves. */
export function createManagerElector(options: ManagerElectorOptions): LeaderElector {
  const { election, client, clock, random, log, hostname, events, callbacks, mayRelease, metrics } = options;
  const { id, namespace, labels, releaseOnCancel = false } = election;
  if (!id) throw new TypeError('leader election: an id must be configured: the name of the Lease');
  if (!namespace) throw new TypeError('leader election: a namespace must be configured: where the Lease is');
  const renewDeadline = election.renewDeadline ?? seconds(10);
  const lock =
    election.lock ??
    createLeaseLock({
      client: election.client ?? client,
      clock,
      namespace,
      name: id,
      identity: `${hostname}_${randomUuid(random)}`,
      ...(labels && { labels }),
      events,
      timeout: lockTimeout(renewDeadline),
    });
  return createLeaderElector({
    lock,
    name: id,
    leaseDuration: election.leaseDuration ?? seconds(15),
    renewDeadline,
    retryPeriod: election.retryPeriod ?? seconds(2),
    callbacks,
    mayRelease: () => releaseOnCancel && mayRelease(),
    clock,
    random,
    log,
    ...(metrics && { metrics }),
  });
}
