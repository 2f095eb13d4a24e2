import { type Clock, ignoreNotFound } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { type Milliseconds, seconds } from '../../durations.ts';
import type { EventContent, EventRecorder } from '../../events/event-recorder.ts';
import { createLeaseLockOnRequests, lockTimeout } from './lease-lock-on-requests.ts';
import type { ResourceLock } from './resource-lock.ts';

/** Options of {@link createLeaseLock}. */
export interface LeaseLockOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** The namespace of the Lease. */
  readonly namespace: string;
  /** The name of the Lease. */
  readonly name: string;
  /** The identity of this candidate: different in every process. */
  readonly identity: string;
  /** Labels that the holder puts on the Lease; other labels stay. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Records `LeaderElection` events about the Lease. Default: no events. */
  readonly events?: EventRecorder;
  /**
   * How long one request may take: less than the renew deadline, so that one slow response does not lose the lease. A
   * manager uses half of its renew deadline, at least a second, like controller-runtime. Default: 5 seconds.
   */
  readonly timeout?: Milliseconds;
}

/**
 * Creates a lock on a Lease (coordination.k8s.io/v1): client-go's LeaseLock. Needs get, create and update of leases in
 * its namespace.
 */
export function createLeaseLock(options: LeaseLockOptions): ResourceLock {
  const { client, events, timeout = lockTimeout(seconds(10)), ...lock } = options;
  const key = { namespace: lock.namespace, name: lock.name };
  return createLeaseLockOnRequests({
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

/** Makes the Event for a candidate, such as `became leader`. */
export const leaderElectionEvent = (identity: string, what: string): EventContent => ({
  reason: 'LeaderElection',
  // The action distinguishes them: Events that differ only in their note are one series.
  action: inCamelCase(what),
  note: `${identity} ${what}`,
});

/** Formats `became leader` as an Event's action: `BecameLeader`. */
const inCamelCase = (words: string): string =>
  words.replace(/(?:^| )([a-z])/g, (_, letter: string) => letter.toUpperCase());
