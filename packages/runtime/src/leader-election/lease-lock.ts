import { type Clock, ignoreNotFound } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { type Milliseconds, seconds } from '../durations.ts';
import type { EventContent, EventRecorder } from '../events/event-recorder.ts';
import { createLockOfLease, lockTimeout } from './lock-of-lease.ts';
import type { ResourceLock } from './resource-lock.ts';

/** Options of {@link createLeaseLock}. */
export interface LeaseLockOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Where the Lease is. */
  readonly namespace: string;
  /** The Lease's name. */
  readonly name: string;
  /** Who this candidate is: another text in every process. */
  readonly identity: string;
  /** Put on the Lease by whoever holds it; other labels stay. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Who records `LeaderElection` events of the Lease. Default: nobody. */
  readonly events?: EventRecorder;
  /**
   * How long one request may take: less than the renew deadline, so that one slow answer does not lose the lease. A
   * manager's is half of its renew deadline, at least a second, as controller-runtime's. Default: 5 seconds.
   */
  readonly timeout?: Milliseconds;
}

/**
 * Makes a lock that is a Lease (coordination.k8s.io/v1): client-go's LeaseLock. Needs get, create and update of leases
 * in its namespace.
 */
export function createLeaseLock(options: LeaseLockOptions): ResourceLock {
  const { client, events, timeout = lockTimeout(seconds(10)), ...lock } = options;
  const key = { namespace: lock.namespace, name: lock.name };
  return createLockOfLease({
    ...lock,
    timeout,
    requests: {
      get: (signal) => client.get(leases, key, { signal }).catch(ignoreNotFound),
      create: (lease, signal) => client.create(leases, lease, { signal }),
      update: (lease, signal) => client.update(leases, lease, { signal }),
    },
    onEvent: (lease, what) => events?.event(lease, leaderElectionEvent(lock.identity, what)),
  });
}

/** The Event of what happened to a candidate, such as `became leader`. */
export const leaderElectionEvent = (identity: string, what: string): EventContent => ({
  reason: 'LeaderElection',
  // It tells one from the other: Events that differ in their note only are one series.
  action: inCamelCase(what),
  note: `${identity} ${what}`,
});

/** `became leader` as Events name an action: `BecameLeader`. */
const inCamelCase = (words: string): string =>
  words.replace(/(?:^| )([a-z])/g, (_, letter: string) => letter.toUpperCase());
