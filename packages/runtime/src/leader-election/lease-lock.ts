import { type Clock, isNotFound } from '@kb/apimachinery';
import type { CallOptions, Client } from '@kb/client';
import { type Lease, leases } from '@kb/kubernetes/coordination/v1';
import { abortScope } from '../abort-scope.ts';
import { type Milliseconds, seconds } from '../durations.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { leaseSpecOf, recordOf } from './leader-election-record.ts';
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
   * How long one request may take: less than the renew deadline, so that one slow answer does not lose the lease. A manager's is half of its renew deadline, at least a second, as
   * controller-runtime's. Default: 5 seconds.
   */
  readonly timeout?: Milliseconds;
}

/** One request to the lock took too long. */
class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
  readonly code = 'LockTimeout';
  constructor(timeout: Milliseconds) {
    super(`no answer within ${timeout / 1000} s`);
  }
}

/** How long a request of leader election may take: half of the renew deadline, at least a second. */
export const lockTimeout = (renewDeadline: Milliseconds): Milliseconds => Math.max(1000, renewDeadline / 2);

/** Makes a lock that is a Lease (coordination.k8s.io/v1): client-go's LeaseLock. Needs get, create and update of leases in its namespace. */
export function createLeaseLock(options: LeaseLockOptions): ResourceLock {
  const { client, clock, namespace, name, identity, labels, events, timeout = lockTimeout(seconds(10)) } = options;
  const key = { namespace, name };
  /** As last read or written: an update refers to its version. */
  let lease: Lease | undefined;

  /** Ends the request with `signal`, or when it takes too long. */
  const within = async <T>(signal: AbortSignal, request: (call: CallOptions) => Promise<T>): Promise<T> => {
    const scope = abortScope(signal);
    const cancel = clock.after(timeout, () => scope.abort(new LockTimeoutError(timeout)));
    try {
      return await request({ signal: scope.signal });
    } finally {
      cancel();
      scope.close();
    }
  };

  return {
    identity,
    description: `${namespace}/${name}`,
    get: async (signal) => {
      try {
        lease = await within(signal, (call) => client.get(leases, key, call));
        return recordOf(lease.spec);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    create: async (record, signal) => {
      const object = { metadata: { ...key, ...(labels && { labels }) }, spec: leaseSpecOf(record) };
      lease = await within(signal, (call) => client.create(leases, object, call));
    },
    update: async (record, signal) => {
      if (!lease) throw new Error('lease not initialized, call get or create first');
      const metadata = labels ? { ...lease.metadata, labels: { ...lease.metadata.labels, ...labels } } : lease.metadata;
      const changed: Lease = { ...lease, metadata, spec: leaseSpecOf(record) };
      lease = await within(signal, (call) => client.update(leases, changed, call));
    },
    recordEvent: (what) => {
      if (!lease || !events) return;
      // The action tells one from the other: Events that differ in their note only are one series.
      events.event(lease, { reason: 'LeaderElection', action: inCamelCase(what), note: `${identity} ${what}` });
    },
  };
}

/** `became leader` as Events name an action: `BecameLeader`. */
const inCamelCase = (words: string): string =>
  words.replace(/(?:^| )([a-z])/g, (_, letter: string) => letter.toUpperCase());
