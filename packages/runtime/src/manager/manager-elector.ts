import { type Clock, type Random, randomUuid } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { seconds } from '../durations.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { createLeaderElector, type LeaderCallbacks, type LeaderElector } from '../leader-election/leader-elector.ts';
import type { LeaderElectionMetrics } from '../leader-election/leader-election-metrics.ts';
import { createLeaseLock } from '../leader-election/lock/lease-lock.ts';
import { lockTimeout } from '../leader-election/lock/lease-lock-on-requests.ts';
import type { Logger } from '../log/logger.ts';
import type { LeaderElectionOptions } from './manager-options.ts';

/** Options of {@link createManagerElector}. */
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

/**
 * Creates the elector of a manager, with controller-runtime's defaults. Throws a TypeError when the options contradict
 * each other.
 */
export function createManagerElector(options: ManagerElectorOptions): LeaderElector {
  const { election, client, clock, random, log, hostname, events, callbacks, mayRelease, metrics } = options;
  const { id, namespace, labels, renewDeadline, ...times } = electionTerms(election);
  const lock =
    election.lock ??
    createLeaseLock({
      client: election.client ?? client,
      clock,
      namespace,
      name: id,
      identity: candidateName(hostname, random),
      ...(labels && { labels }),
      events,
      timeout: lockTimeout(renewDeadline),
    });
  return createLeaderElector({
    lock,
    name: id,
    ...times,
    renewDeadline,
    callbacks,
    mayRelease: () => election.releaseOnCancel === true && mayRelease(),
    clock,
    random,
    log,
    ...(metrics && { metrics }),
  });
}

/** Makes the identity of this process among the candidates. */
export const candidateName = (hostname: string, random: Random): string => `${hostname}_${randomUuid(random)}`;

/**
 * Resolves the options of an election, with controller-runtime's defaults. Throws a TypeError when the Lease is not
 * named.
 */
export function electionTerms(
  election: LeaderElectionOptions,
): Required<Pick<LeaderElectionOptions, 'id' | 'namespace' | 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>> &
  Pick<LeaderElectionOptions, 'labels'> {
  const { id, namespace, labels } = election;
  if (!id) throw new TypeError('leader election: an id must be configured: the name of the Lease');
  if (!namespace) throw new TypeError('leader election: a namespace must be configured: where the Lease is');
  return {
    id,
    namespace,
    leaseDuration: election.leaseDuration ?? seconds(15),
    renewDeadline: election.renewDeadline ?? seconds(10),
    retryPeriod: election.retryPeriod ?? seconds(2),
    ...(labels && { labels }),
  };
}
